import { route, serve } from "@/lib/http/route";
import { enterIdExpiry } from "@/lib/review/risk/commands";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  PUT: route("enterIdExpiry", async ({ viewer, params, body }) => {
    await enterIdExpiry(viewer, params.userId, body);
    return { message: "Saved" };
  }),
});
