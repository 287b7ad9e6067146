import { route, serve } from "@/lib/http/route";
import { listUsers } from "@/lib/users/admin-queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listUsers", async ({ viewer, query }) => {
    const { users, pagination } = await listUsers(viewer, query);
    // The administrators' screen reads `users` (product 7.3).
    return { data: users, extra: { ...(query.role === "admin" && { users }), pagination } };
  }),
});
