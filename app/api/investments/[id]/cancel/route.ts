import { route, serve } from "@/lib/http/route";
import { cancelInvestment } from "@/lib/investments/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("cancelInvestment", async ({ viewer, params }) => ({
    data: await cancelInvestment(viewer, params.id),
    message: "Investment cancelled",
  })),
});
