import { endpoints } from "@/lib/contract/endpoints";
import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(endpoints.health, () => Promise.resolve({ data: { status: "ok" } })),
});
