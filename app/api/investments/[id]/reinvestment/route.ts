import { route, serve } from "@/lib/http/route";
import { chooseReinvestment } from "@/lib/investments/reinvestment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("chooseReinvestment", async ({ viewer, params, body }) => ({
    data: await chooseReinvestment(viewer, params.id, body),
    message: "Choice saved",
  })),
});
