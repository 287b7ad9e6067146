/** The rights of administrators (product 10.40, ADR 47). Safe in the browser; pure. */
import type { Duty, Role } from "./roles.ts";

/**
 * What administrators may do with each subject. A verb that changes includes reading.
 * - cases: users, their verification and its documents; reveals, notes and claims are part of deciding
 * - users: changes of role, deletions and closed accounts
 * - site: the carousel, holidays and deadlines
 * - money: plans, investments, payments, payouts, ledger and acts
 * - compliance: alerts, verdicts on watchlist hits, risk levels and review dates
 * - watchlists: the imported lists
 * - approvals: the acts that a second administrator confirms; each also needs the right to propose it
 * - audit: the audit log
 * - suspicions: the register of suspicions of money laundering; every administrator may report one, and only those who decide see any
 */
interface Verbs {
  cases: "read" | "decide";
  users: "change";
  site: "read" | "change";
  money: "read" | "act";
  compliance: "read" | "decide";
  watchlists: "read" | "import";
  approvals: "read" | "confirm";
  audit: "read";
  suspicions: "decide";
}

/** A subject and a verb, such as `cases.decide`. */
export type Right = { [Subject in keyof Verbs]: `${Subject}.${Verbs[Subject]}` }[keyof Verbs];

/** The rights of each duty. Super administrators have all rights and no particular duty. */
export const rightsOfDuty: Record<Duty, Partial<Verbs>> = {
  administrator: { cases: "decide", users: "change", site: "change", money: "act", compliance: "decide" },
  reviewer: { cases: "decide" },
  senior_reviewer: { cases: "decide", approvals: "confirm" },
  finance: { cases: "read", money: "act", approvals: "confirm" },
  compliance: {
    cases: "read",
    money: "read",
    compliance: "decide",
    watchlists: "import",
    suspicions: "decide",
  },
  auditor: {
    cases: "read",
    site: "read",
    money: "read",
    compliance: "read",
    watchlists: "read",
    approvals: "read",
    audit: "read",
  },
};

/** What a call, page or command of the back office requires: `admin` any administrator, `super` a super administrator, or a right. */
export type BackOfficeAccess = "admin" | "super" | Right;

/** Whether something of the back office is required. */
export const isBackOffice = (access: string): access is BackOfficeAccess =>
  access === "admin" || access === "super" || access.includes(".");

/** The properties of a user that determine their rights. */
export interface RightsHolder {
  role: Role;
  isSuper: boolean;
  duty: Duty;
}

/** Whether a user has a right; only administrators have any. */
export function can({ role, isSuper, duty }: RightsHolder, access: BackOfficeAccess): boolean {
  if (role !== "admin") return false;
  if (isSuper || access === "admin") return true;
  const [subject = "", verb] = access.split(".");
  const held = rightsOfDuty[duty][subject as keyof Verbs];
  return held !== undefined && (verb === "read" || verb === held);
}
