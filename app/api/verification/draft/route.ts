import { endpoints } from "@/lib/contract/endpoints";
import { route, serve } from "@/lib/http/route";
import { clearDraft, getDraft, saveDraft } from "@/lib/verification/draft";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.getDraft, async ({ viewer }) => ({ data: await getDraft(viewer) })),
  PUT: route(endpoints.saveDraft, async ({ viewer, body }) => ({ data: await saveDraft(viewer, body) })),
  DELETE: route(endpoints.clearDraft, async ({ viewer }) => {
    await clearDraft(viewer);
    return {};
  }),
});
