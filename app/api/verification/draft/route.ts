import { route, serve } from "@/lib/http/route";
import { clearDraft, getDraft, saveDraft } from "@/lib/onboarding/drafts/draft";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getDraft", async ({ viewer }) => ({ data: await getDraft(viewer) })),
  PUT: route("saveDraft", async ({ viewer, body }) => ({ data: await saveDraft(viewer, body) })),
  DELETE: route("clearDraft", async ({ viewer }) => {
    await clearDraft(viewer);
    return {};
  }),
});
