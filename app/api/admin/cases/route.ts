import { route, serve } from "@/lib/http/route";
import { listCases } from "@/lib/review/cases/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listCases", async ({ viewer, query }) => {
    const { cases, pagination } = await listCases(viewer, query);
    return { data: cases, extra: { pagination } };
  }),
});
