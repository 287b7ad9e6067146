import { getDraft, putDocument, removeDocument } from "@/lib/due-diligence/drafts";
import { sourceDocument } from "@/lib/due-diligence/form";
import { notFound } from "@/lib/errors";
import { receiveDocuments } from "@/lib/http/documents";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("putDueDiligenceDocument", async ({ viewer, request }) => {
    await using upload = await receiveDocuments(request, viewer.userId, [
      { field: "file", path: "document", rule: sourceDocument.rule, required: true },
    ]);
    await putDocument(viewer, upload.documents.get("file")!);
    const stored = (await getDraft(viewer))?.document;
    if (!stored) throw notFound("This document was removed while it was being uploaded");
    return { data: stored };
  }),
  DELETE: route("removeDueDiligenceDocument", async ({ viewer }) => {
    await removeDocument(viewer);
    return {};
  }),
});
