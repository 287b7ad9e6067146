import { lagosDay } from "@/lib/dates";
import { exportAudit } from "@/lib/audit/export";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportAudit", async ({ viewer }) => {
    await requireNoRecentReset(viewer.userId);
    const body = await exportAudit(viewer);
    return new Response(body, {
      headers: {
        "content-type": "application/jsonl; charset=utf-8",
        "content-disposition": `attachment; filename="audit-${lagosDay()}.jsonl"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
