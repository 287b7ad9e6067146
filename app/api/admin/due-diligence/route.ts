import { listForms } from "@/lib/due-diligence/queries";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listDueDiligence", async ({ viewer, query }) => {
    const { forms, next } = await listForms(viewer, query);
    return { data: forms, extra: { next } };
  }),
});
