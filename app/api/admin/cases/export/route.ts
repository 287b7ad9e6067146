import { lagosDay } from "@/lib/dates";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { route, serve } from "@/lib/http/route";
import { exportQueue } from "@/lib/review/cases/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportQueue", async ({ viewer, query }) => {
    await requireNoRecentReset(viewer.userId);
    const body = await exportQueue(viewer, query);
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="verification-queue-${lagosDay()}.csv"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
