import { listChanges } from "@/lib/changes/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listEntryChanges", ({ viewer, query }) => listChanges(viewer, "ledgerEntry", query)),
});
