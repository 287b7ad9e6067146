import { lagosDay } from "@/lib/dates";
import { exportAudit } from "@/lib/audit/export";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportAudit", async ({ viewer }) => {
    await requireNoRecentReset(viewer.userId);
    return attachment(await exportAudit(viewer), "jsonl", `audit-${lagosDay()}.jsonl`);
  }),
});
