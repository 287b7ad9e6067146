import { exportActs } from "@/lib/acts/export";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lagosDay } from "@/lib/dates";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportActs", async ({ viewer, query }) => {
    await requireNoRecentReset(viewer.userId);
    return attachment(await exportActs(viewer, query), "csv", `acts-${lagosDay()}.csv`);
  }),
});
