import { declineProposal } from "@/lib/administration/confirmation";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("declineProposal", async ({ viewer, params, body }) => {
    await declineProposal(viewer, params.proposalId, body.reason);
    return { message: "Declined" };
  }),
});
