import "server-only";
import type { acts } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const actSummaries: Record<keyof typeof acts, string> = {
  listActs: "List the acts of money, newest first, by kind or by what they are about",
  exportActs: "Export the acts of money as CSV; audited",
  undoAct:
    "Undo an act with a reason, 409 if a later act depends on it; acts that made money due need a second administrator; audited and emailed",
  undoActGroup:
    "Undo all acts that were decided at once, as one proposal if they made money due; all or nothing; audited and emailed",
};
