import { listRetainedRecords } from "@/lib/administration/retained-records";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listRetainedRecords", async ({ viewer }) => {
    const { records, total } = await listRetainedRecords(viewer);
    return { data: records, extra: { total } };
  }),
});
