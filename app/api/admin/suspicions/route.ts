import { route, serve } from "@/lib/http/route";
import { reportSuspicion } from "@/lib/suspicions/commands";
import { listSuspicions } from "@/lib/suspicions/queries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listSuspicions", async ({ viewer, query }) => {
    const { suspicions, next } = await listSuspicions(viewer, query);
    return { data: suspicions, extra: { next } };
  }),
  POST: route("reportSuspicion", async ({ viewer, body }) => {
    await reportSuspicion(viewer, body);
    return { status: 201, message: "Reported" };
  }),
});
