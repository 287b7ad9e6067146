import { endpoints } from "@/lib/api/contract";
import { receiveDocuments } from "@/lib/api/documents";
import { route, serve } from "@/lib/api/route";
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
