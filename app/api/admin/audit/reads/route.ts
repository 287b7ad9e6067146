import { route, serve } from "@/lib/http/route";
import { listReadsPerDay } from "@/lib/review/cases/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("listReadsPerDay", async ({ viewer }) => ({ data: await listReadsPerDay(viewer) })),
});
