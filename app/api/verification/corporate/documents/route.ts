import { receiveDocuments } from "@/lib/http/documents";
import { route, serve } from "@/lib/http/route";
import { expectDocuments, submitDocuments } from "@/lib/onboarding/submission/commands";
import { verificationStatus } from "@/lib/onboarding/submission/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("submitCorporateDocuments", async ({ viewer, request }) => {
    const { submissionId, slots } = await expectDocuments(viewer, "corporate");
    await using upload = await receiveDocuments(request, viewer.userId, slots);
    const named = upload.fields.get("submissionId") || submissionId;
    await submitDocuments(viewer, "corporate", upload.documents, named);
    return { data: await verificationStatus(viewer.userId), message: "Verification submitted" };
  }),
});
