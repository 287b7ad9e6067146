import { openRetainedRecord } from "@/lib/administration/retained-records";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  POST: route("openRetainedRecord", async ({ viewer, params, body }) => ({
    data: await openRetainedRecord(viewer, params.recordId, body.reason),
  })),
});
