import { route, serve } from "@/lib/http/route";
import { deleteSlide, updateSlide } from "@/lib/carousel/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("updateSlide", async ({ viewer, params, body }) => ({
    data: await updateSlide(viewer, params.id, body),
    message: "Item updated",
  })),
  DELETE: route("deleteSlide", async ({ viewer, params }) => {
    await deleteSlide(viewer, params.id);
    return { message: "Deleted" };
  }),
});
