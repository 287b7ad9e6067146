import { route, serve } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("health", () => Promise.resolve({ data: { status: "ok" } })),
});
