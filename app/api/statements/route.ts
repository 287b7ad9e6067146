import { route, serve } from "@/lib/http/route";
import { readAccountStatement } from "@/lib/investments/account-statement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getStatement", async ({ viewer, query }) => ({
    data: await readAccountStatement(viewer.userId, query),
  })),
});
