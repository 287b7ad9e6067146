import { joinWords } from "./join-words.ts";
import { rightsOf } from "./rights-of-duty.ts";
import type { Right } from "./rights.ts";
import type { Duty } from "./roles.ts";

const rightLabels: Record<Right, string> = {
  "cases.read": "see users and their cases",
  "cases.decide": "decide on cases",
  "users.change": "change, close and delete accounts",
  "site.read": "see the carousel",
  "site.change": "change the carousel, holidays and deadlines",
  "money.read": "see plans, investments and payments",
  "money.act": "act on plans, investments and payments",
  "compliance.read": "see alerts and review dates",
  "compliance.decide": "decide on watchlist hits, alerts and risk levels",
  "watchlists.read": "see the watchlists",
  "watchlists.import": "import watchlists",
  "approvals.read": "see requests for a second approval",
  "approvals.confirm": "confirm what colleagues ask for",
  "audit.read": "see the audit log",
  "suspicions.decide": "see and decide on reported suspicions",
};

/** Describes what a duty may do, in a sentence. A right to change includes the right to read. */
export function describeDuty(duty: Duty): string {
  const rights = rightsOf(duty);
  const changesNothing = rights.every((right) => right.endsWith(".read"));
  return `May ${joinWords(rights.map((right) => rightLabels[right]))}.${changesNothing ? " Changes nothing." : ""}`;
}
