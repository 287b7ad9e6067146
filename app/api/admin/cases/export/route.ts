import { lagosDay } from "@/lib/dates";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { exportQueue } from "@/lib/review/cases/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportQueue", async ({ viewer, query }) => {
    await requireNoRecentReset(viewer.userId);
    return attachment(await exportQueue(viewer, query), "csv", `verification-queue-${lagosDay()}.csv`);
  }),
});
