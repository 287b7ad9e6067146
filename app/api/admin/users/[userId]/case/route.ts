import { route, serve } from "@/lib/http/route";
import { getCase } from "@/lib/review/cases/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("getCase", async ({ viewer, params }) => ({ data: await getCase(viewer, params.userId) })),
});
