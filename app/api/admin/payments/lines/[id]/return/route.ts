import { route, serve } from "@/lib/http/route";
import { returnLine } from "@/lib/payments/incoming/decide";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("returnLine", async ({ viewer, params }) => ({
    data: await returnLine(viewer, params.id),
    message: "Line to be returned",
  })),
});
