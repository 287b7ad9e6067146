import { cookieOf, pageCookie, readPageViewer } from "@/lib/auth/cookies";
import { AppError } from "@/lib/errors";
import { route, serve } from "@/lib/http/route";
import { openCaseEvents } from "@/lib/review/cases/events";

/**
 * Accepts the page cookie as well, because EventSource sends no Authorization header (product 10.3). That is no use of the session:
 * EventSource reconnects by itself.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(
    "caseEvents",
    async ({ viewer, request }) => {
      const reader = viewer ?? (await readPageViewer(cookieOf(request, pageCookie()), false));
      if (!reader) throw new AppError("UNAUTHENTICATED");
      if (reader.role !== "admin") throw new AppError("FORBIDDEN");
      if (reader.twoStepSetupRequired) throw new AppError("TWO_STEP_SETUP_REQUIRED");
      return new Response(request.method === "HEAD" ? null : openCaseEvents(reader), {
        // Compression would hold events back, which no-transform prevents; the last header says the same to nginx.
        headers: {
          "content-type": "text/event-stream",
          "cache-control": "no-store, no-transform",
          "x-accel-buffering": "no",
        },
      });
    },
    { handlesHead: true },
  ),
});
