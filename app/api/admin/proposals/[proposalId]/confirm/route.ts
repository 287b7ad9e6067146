import { confirmProposal } from "@/lib/administration/confirmation";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("confirmProposal", async ({ viewer, params }) => {
    await confirmProposal(viewer, params.proposalId);
    return { message: "Confirmed" };
  }),
});
