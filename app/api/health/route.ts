import { endpoints } from "@/lib/api/contract";
import { route, serve } from "@/lib/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.health, () => Promise.resolve({ data: { status: "ok" } })),
});
