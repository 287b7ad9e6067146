import { route, serve } from "@/lib/http/route";
import { deleteUser } from "@/lib/administration/commands";
import { getUserForViewer } from "@/lib/users/admin-queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getUser", async ({ viewer, params }) => ({
    data: await getUserForViewer(viewer, params.userId),
  })),
  DELETE: route("deleteUser", async ({ viewer, params, query }) => {
    await deleteUser(viewer, params.userId, query.reason);
    return { message: "User deleted" };
  }),
});
