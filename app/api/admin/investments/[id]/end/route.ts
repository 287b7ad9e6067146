import { endInvestment } from "@/lib/corrections/end-investment";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("endInvestment", ({ viewer, params, body }) => endInvestment(viewer, params.id, body)),
});
