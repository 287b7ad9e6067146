import { route, serve } from "@/lib/http/route";
import { failPayout } from "@/lib/payouts/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("failPayout", async ({ viewer, params }) => {
    await failPayout(viewer, params.id);
    return { message: "Rejection recorded" };
  }),
});
