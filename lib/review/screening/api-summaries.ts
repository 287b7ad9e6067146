import "server-only";
import type { screening } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const screeningSummaries: Record<keyof typeof screening, string> = {
  listWatchlists: "List the imported watchlists, and how many users are screened against them",
  decideHit: "Clear or confirm a watchlist hit with a reason; audited",
};
