import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";
import { exportUsers } from "@/lib/users/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.exportUsers, async ({ viewer, query }) => {
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await exportUsers(viewer, query), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="users-${day}.csv"`,
        "x-content-type-options": "nosniff",
      },
    });
  }),
});
