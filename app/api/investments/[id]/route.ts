import { route, serve } from "@/lib/http/route";
import { getInvestment } from "@/lib/investments/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getInvestment", async ({ viewer, params }) => ({
    data: await getInvestment(viewer.userId, params.id),
  })),
});
