import { endpoints } from "@/lib/contract/endpoints";
import { receiveDocuments } from "@/lib/http/documents";
import { route, serve } from "@/lib/http/route";
import { completeCorporate, expectCorporateDocuments } from "@/lib/verification/corporate";
import { corporateFiles, signatoryFile } from "@/lib/verification/documents";
import { verificationStatus } from "@/lib/verification/queries";
import { documentRule } from "@/lib/verification/documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.submitCorporateDocuments, async ({ viewer, request }) => {
    const { draft, signatories } = await expectCorporateDocuments(viewer);
    const slots = [
      ...corporateFiles,
      ...Array.from({ length: signatories }, (_, index) => ({
        field: signatoryFile(index),
        path: `signatories.${index}.idDocument`,
        rule: documentRule,
        required: true,
      })),
    ];
    await receiveDocuments(request, viewer.userId, slots, (stored, fields) =>
      completeCorporate(viewer, stored, fields.get("submissionId") || draft),
    );
    return { data: await verificationStatus(viewer.userId), message: "Verification submitted" };
  }),
});
