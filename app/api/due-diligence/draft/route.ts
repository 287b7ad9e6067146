import { getDraft, saveDraft } from "@/lib/due-diligence/drafts";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getDueDiligenceDraft", async ({ viewer }) => ({ data: await getDraft(viewer) })),
  PUT: route("saveDueDiligenceDraft", async ({ viewer, body }) => ({ data: await saveDraft(viewer, body) })),
});
