import { cookieOf, pageCookie, readPageViewer } from "@/lib/auth/cookies";
import { AppError } from "@/lib/errors";
import { can } from "@/lib/rights";
import { route, serve } from "@/lib/http/route";
import { openCaseEvents } from "@/lib/review/cases/events";

/**
 * Also accepts the page cookie, because EventSource sends no Authorization header (product 10.3). This does not count as use of the
 * session: EventSource reconnects automatically.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(
    "caseEvents",
    async ({ viewer, request }) => {
      const reader = viewer ?? (await readPageViewer(cookieOf(request, pageCookie()), false));
      if (!reader) throw new AppError("UNAUTHENTICATED");
      if (!can(reader, "cases.read")) throw new AppError("FORBIDDEN");
      if (reader.twoStepSetupRequired) throw new AppError("TWO_STEP_SETUP_REQUIRED");
      return new Response(request.method === "HEAD" ? null : openCaseEvents(reader), {
        // no-transform prevents compression, which would delay events; the last header disables nginx's buffering.
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
