import { notFound } from "@/lib/errors";
import { receiveDocuments } from "@/lib/http/documents";
import { route, serve } from "@/lib/http/route";
import { draftFileRule, getDraft, putDraftFile, removeDraftFile } from "@/lib/onboarding/drafts/draft";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("putDraftFile", async ({ viewer, request, params: { field } }) => {
    const rule = draftFileRule(viewer, field);
    await using upload = await receiveDocuments(request, viewer.userId, [
      { field: "file", path: field, rule, required: true },
    ]);
    await putDraftFile(viewer, field, upload.documents.get("file")!);
    const stored = (await getDraft(viewer))?.files[field];
    if (!stored) throw notFound("This document was removed while it was being uploaded");
    return { data: stored };
  }),
  DELETE: route("removeDraftFile", async ({ viewer, params: { field } }) => {
    await removeDraftFile(viewer, field);
    return {};
  }),
});
