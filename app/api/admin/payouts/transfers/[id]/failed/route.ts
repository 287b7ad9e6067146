import { route, serve } from "@/lib/http/route";
import { rejectPayout } from "@/lib/payouts/settlement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("failPayout", async ({ viewer, params }) => {
    await rejectPayout(viewer, params.id);
    return { message: "Rejection recorded" };
  }),
});
