import { endpoints } from "@/lib/contract/endpoints";
import { receiveDocuments } from "@/lib/http/documents";
import { route, serve } from "@/lib/http/route";
import { completeIndividual, expectIndividualDocuments } from "@/lib/verification/individual";
import { verificationStatus } from "@/lib/verification/queries";
import { fileRules, individualFiles } from "@/lib/verification/documents";

const slots = individualFiles.map((field) => ({ field, rule: fileRules[field], required: true }));

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.submitDocuments, async ({ viewer, request }) => {
    const draft = await expectIndividualDocuments(viewer);
    await receiveDocuments(request, viewer.userId, slots, (stored, fields) =>
      completeIndividual(viewer, stored, fields.get("submissionId") || draft),
    );
    return { data: await verificationStatus(viewer.userId), message: "Verification submitted successfully!" };
  }),
});
