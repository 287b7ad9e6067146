import { route, serve } from "@/lib/http/route";
import { AppError } from "@/lib/errors";
import { readiness } from "@/lib/ops/readiness";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("ready", async () => {
    const { ready, parts } = await readiness();
    if (!ready) throw new AppError("UNAVAILABLE", "Not ready", { data: parts });
    return { data: parts };
  }),
});
