import { route, serve } from "@/lib/http/route";
import { createSlide } from "@/lib/carousel/commands";
import { listSlides } from "@/lib/carousel/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listCarousel", async () => ({ data: await listSlides() })),
  POST: route("createSlide", async ({ viewer, body }) => ({
    data: await createSlide(viewer, body),
    message: "Item created",
  })),
});
