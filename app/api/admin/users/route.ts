import { endpoints } from "@/lib/contract/endpoints";
import { route, serve } from "@/lib/http/route";
import { listUsers } from "@/lib/users/admin-queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.listUsers, async ({ viewer, query }) => {
    const { users, pagination } = await listUsers(viewer, query);
    return { data: users, extra: { users, pagination } };
  }),
});
