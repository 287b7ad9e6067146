import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { nextPage } from "@/lib/cursor";
import {
  alertDto,
  alertListQuery,
  hitDecisionSchema,
  importedListDto,
  ownAlertSchema,
  screeningDto,
  watchlistsDto,
} from "./schema";

const userId = z.object({ userId: z.uuid().toLowerCase() });

/** Watchlists, and hits on them (ADR 32). */
export const screening = {
  listWatchlists: endpoint("GET", "/api/admin/watchlists", "watchlists.read", {
    data: watchlistsDto,
    fallback: "Could not load the watchlists",
  }),
  importWatchlist: endpoint("POST", "/api/admin/watchlists", "watchlists.import", {
    proofMinutes: PROOF_MINUTES,
    multipart: { file: { required: true } },
    status: 201,
    data: importedListDto,
    failures: ["VALIDATION_FAILED", "RECENTLY_RESET"],
    fallback: "Could not import the list",
  }),
  listAlerts: endpoint("GET", "/api/admin/alerts", "compliance.read", {
    query: alertListQuery,
    data: z.array(alertDto),
    extra: nextPage,
    fallback: "Could not load the alerts",
  }),
  ownAlert: endpoint("PUT", "/api/admin/alerts/{id}/owner", "compliance.decide", {
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: ownAlertSchema,
    data: alertDto,
    failures: ["ALREADY_DECIDED", "CONFLICT"],
    fallback: "Could not change who works on the alert",
  }),
  decideHit: endpoint("POST", "/api/admin/users/{userId}/screening/decisions", "compliance.decide", {
    params: userId,
    body: hitDecisionSchema,
    data: screeningDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the decision",
  }),
};
