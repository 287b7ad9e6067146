import { exportChanges } from "@/lib/changes/export";
import { lagosDay } from "@/lib/dates";
import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportPayoutChanges", async ({ viewer, query }) =>
    attachment(await exportChanges(viewer, "payout", query), "ndjson", `payouts-${lagosDay()}.ndjson`),
  ),
});
