import { returnLine } from "@/lib/bank/commands";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("returnLine", async ({ viewer, params }) => ({
    data: await returnLine(viewer, params.id),
    message: "Line to be returned",
  })),
});
