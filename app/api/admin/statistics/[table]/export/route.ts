import { route, serve } from "@/lib/http/route";
import { lagosDay } from "@/lib/dates";
import { exportFigures } from "@/lib/review/figures/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(
    "exportStatistics",
    async ({ viewer, params }) =>
      new Response(await exportFigures(viewer, params.table), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${params.table}-${lagosDay()}.csv"`,
          "x-content-type-options": "nosniff",
        },
      }),
  ),
});
