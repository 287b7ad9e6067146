import { getForm } from "@/lib/due-diligence/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getDueDiligence", async ({ viewer, params }) => ({ data: await getForm(viewer, params.id) })),
});
