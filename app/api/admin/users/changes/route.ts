import { listChanges } from "@/lib/changes/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listUserChanges", ({ viewer, query }) => listChanges(viewer, "user", query)),
});
