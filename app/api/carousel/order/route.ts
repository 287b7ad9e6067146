import { route, serve } from "@/lib/http/route";
import { reorderSlides } from "@/lib/carousel/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("orderCarousel", async ({ viewer, body }) => ({
    data: await reorderSlides(viewer, body.ids),
    message: "Order saved",
  })),
});
