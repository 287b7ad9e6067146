import "server-only";
import type { screening } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const screeningSummaries: Record<keyof typeof screening, string> = {
  listWatchlists: "List the imported watchlists, and how many users are screened against them",
  importWatchlist:
    "Import a list of sanctions or politically exposed people; all users are then screened again; audited",
  listAlerts:
    "List approved users who may be on a watchlist, by the state of their alert; reads are recorded",
  ownAlert: "Take an open alert, or give it back; audited",
  decideHit: "Clear or confirm a watchlist hit with a reason; audited",
};
