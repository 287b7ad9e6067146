import { joinWords } from "./join-words.ts";
import { rightsOfDuty, type Duty, type Right } from "./rights.ts";

const rightLabels: Record<Right, string> = {
  "cases.read": "see users and their cases",
  "cases.decide": "decide on cases",
  "users.change": "change, close and delete accounts",
  "site.read": "see the carousel",
  "site.change": "change the carousel, holidays and deadlines",
  "money.read": "see plans, investments and payments",
  "money.act": "act on plans, investments and payments",
  "compliance.read": "see alerts",
  "compliance.decide": "decide on watchlist hits and alerts",
  "watchlists.read": "see the watchlists",
  "watchlists.import": "import watchlists",
  "approvals.read": "see requests for a second approval",
  "approvals.confirm": "confirm what colleagues ask for",
  "audit.read": "see the audit log",
};

const subjectOf = (right: Right) => right.split(".")[0];
const isRead = (right: Right) => right.endsWith(".read");

/** Describes what a duty may do, in a sentence. A right to change includes the right to read. */
export function describeDuty(duty: Duty): string {
  const rights = rightsOfDuty[duty];
  const named = rights.filter(
    (right) =>
      !isRead(right) || !rights.some((other) => other !== right && subjectOf(other) === subjectOf(right)),
  );
  return `May ${joinWords(named.map((right) => rightLabels[right]))}.${rights.every(isRead) ? " Changes nothing." : ""}`;
}
