import { route, serve } from "@/lib/http/route";
import { repeatNameEnquiries } from "@/lib/payouts/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("repeatNameEnquiries", async ({ viewer, params }) => ({
    data: await repeatNameEnquiries(viewer, params.id),
    message: "Asked for the names again",
  })),
});
