import { attachment } from "@/lib/http/file-response";
import { route, serve } from "@/lib/http/route";
import { lagosDay } from "@/lib/dates";
import { exportFigures } from "@/lib/review/figures/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportStatistics", async ({ viewer, params }) =>
    attachment(await exportFigures(viewer, params.table), "csv", `${params.table}-${lagosDay()}.csv`),
  ),
});
