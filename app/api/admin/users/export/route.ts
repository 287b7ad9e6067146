import { lagosDay } from "@/lib/dates";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { route, serve } from "@/lib/http/route";
import { exportUsers } from "@/lib/users/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("exportUsers", async ({ viewer, query }) => {
    await requireNoRecentReset(viewer.userId);
    const body = await exportUsers(viewer, query);
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="users-${lagosDay()}.csv"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
