import { requestArchive } from "@/lib/account/archive";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("requestArchive", async ({ viewer }) => ({ data: await requestArchive(viewer) })),
});
