import * as z from "zod";
import { endpoint } from "@/lib/endpoint";
import { hitDecisionSchema, screeningDto, watchlistsDto } from "./schema";

const userId = z.object({ userId: z.uuid().toLowerCase() });

/** Watchlists, and hits on them (ADR 32). */
export const screening = {
  listWatchlists: endpoint("GET", "/api/admin/watchlists", "super", {
    data: watchlistsDto,
    fallback: "Could not load the watchlists",
  }),
  decideHit: endpoint("POST", "/api/admin/users/{userId}/screening/decisions", "admin", {
    params: userId,
    body: hitDecisionSchema,
    data: screeningDto,
    failures: ["CONFLICT"],
    fallback: "Could not save the decision",
  }),
};
