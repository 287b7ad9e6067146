import { route, serve } from "@/lib/http/route";
import { readPortfolio } from "@/lib/investments/portfolio";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getPortfolio", async ({ viewer }) => ({ data: await readPortfolio(viewer.userId) })),
});
