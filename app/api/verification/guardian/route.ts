import { nameGuardian, ownGuardian } from "@/lib/guardians/request";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("ownGuardian", async ({ viewer }) => ({ data: await ownGuardian(viewer) })),
  POST: route("nameGuardian", async ({ viewer, body }) => ({ data: await nameGuardian(viewer, body) })),
});
