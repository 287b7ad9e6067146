import { endpoints } from "@/lib/api/contract";
import { receiveMultipart } from "@/lib/api/multipart";
import { route, serve } from "@/lib/api/route";
import { invalid } from "@/lib/errors";
import { discardFiles, storeFile, type StoredFile } from "@/lib/files/files";
import { inspect } from "@/lib/files/inspect";
import { completeIndividual, expectIndividualDocuments } from "@/lib/verification/individual";
import { verificationStatus } from "@/lib/verification/queries";
import { fileMessages, fileRules, individualFiles, type IndividualFile } from "@/lib/verification/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route(endpoints.submitDocuments, async ({ viewer, request }) => {
    await expectIndividualDocuments(viewer);
    const wanted = (field: string) => (individualFiles as readonly string[]).includes(field);
    await receiveMultipart(request, wanted, individualFiles.length, async ({ files, fields }) => {
      const missing = individualFiles.find((field) => !files.get(field)?.size);
      if (missing) throw invalid(missing, fileMessages.required);

      const stored = {} as Record<IndividualFile, StoredFile>;
      try {
        for (const field of individualFiles) {
          const received = files.get(field)!;
          const inspected = await inspect(received, fileRules[field]);
          stored[field] = await storeFile(viewer.userId, received.originalName, inspected);
        }
        await completeIndividual(viewer, stored, fields.get("submissionId"));
      } catch (error) {
        await discardFiles(Object.values(stored));
        throw error;
      }
    });
    return { data: await verificationStatus(viewer.userId), message: "Verification submitted successfully!" };
  }),
});
