import { endpoints } from "@/lib/contract/endpoints";
import { receiveDocuments } from "@/lib/http/documents";
import { route, serve } from "@/lib/http/route";
import { env } from "@/lib/env";
import { consume } from "@/lib/limits/limits";
import { draftFileRule, getDraft, putDraftFile, removeDraftFile } from "@/lib/verification/draft";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route(endpoints.putDraftFile, async ({ viewer, request, params: { field } }) => {
    const rule = draftFileRule(viewer, field);
    await consume(`upload|${viewer.userId}`, env.LIMIT_UPLOADS_PER_HOUR, 3_600);
    await receiveDocuments(
      request,
      viewer.userId,
      [{ field: "file", path: field, rule, required: true }],
      (files) => putDraftFile(viewer, field, files.get("file")!),
    );
    return { data: (await getDraft(viewer))?.files[field] };
  }),
  DELETE: route(endpoints.removeDraftFile, async ({ viewer, params: { field } }) => {
    await removeDraftFile(viewer, field);
    return {};
  }),
});
