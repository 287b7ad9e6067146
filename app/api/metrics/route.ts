import { timingSafeEqual } from "node:crypto";
import { route, serve } from "@/lib/http/route";
import { secretHash } from "@/lib/auth/tokens";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { renderMetrics } from "@/lib/ops/metrics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("metrics", async ({ request }) => {
    if (!env.METRICS_TOKEN) throw new AppError("NOT_FOUND");
    const given = (request.headers.get("authorization") ?? "").replace(/^Bearer\s+/i, "");
    // Both tokens are hashed, so that they have the same length.
    const hash = (token: string) => Buffer.from(secretHash("metrics", token));
    if (!timingSafeEqual(hash(given), hash(env.METRICS_TOKEN))) throw new AppError("UNAUTHENTICATED");
    return new Response(await renderMetrics(), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  }),
});
