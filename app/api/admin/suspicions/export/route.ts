import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lagosDay } from "@/lib/dates";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { exportSuspicions } from "@/lib/suspicions/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportSuspicions", async ({ viewer, query }) => {
    await requireNoRecentReset(viewer.userId);
    return attachment(await exportSuspicions(viewer, query), "csv", `suspicions-${lagosDay()}.csv`);
  }),
});
