/** The rights of administrators (product 10.40, ADR 47). Safe in the browser; pure. */
import type { Role } from "./roles.ts";

/**
 * One subject and verb each: `read` shows it, the other verbs change it.
 * - cases: users, their verification and its documents; reveals, notes and claims are part of deciding
 * - users: changes of role, deletions and closed accounts
 * - site: the carousel, holidays and deadlines
 * - money: plans, investments, payments, payouts, ledger and acts
 * - compliance: alerts and the verdicts on watchlist hits
 * - watchlists: the imported lists
 * - approvals: the acts that a second administrator confirms; each also needs the right to propose it
 * - audit: the audit log
 */
export const rights = [
  "cases.read",
  "cases.decide",
  "users.change",
  "site.read",
  "site.change",
  "money.read",
  "money.act",
  "compliance.read",
  "compliance.decide",
  "watchlists.read",
  "watchlists.import",
  "approvals.read",
  "approvals.confirm",
  "audit.read",
] as const;
export type Right = (typeof rights)[number];

export const duties = [
  "administrator",
  "reviewer",
  "senior_reviewer",
  "finance",
  "compliance",
  "auditor",
] as const;
export type Duty = (typeof duties)[number];

/** The rights of each duty. Super administrators have all rights and no particular duty. */
export const rightsOfDuty: Record<Duty, readonly Right[]> = {
  administrator: [
    "cases.read",
    "cases.decide",
    "users.change",
    "site.read",
    "site.change",
    "money.read",
    "money.act",
    "compliance.read",
    "compliance.decide",
  ],
  reviewer: ["cases.read", "cases.decide"],
  senior_reviewer: ["cases.read", "cases.decide", "approvals.read", "approvals.confirm"],
  finance: ["cases.read", "money.read", "money.act", "approvals.read", "approvals.confirm"],
  compliance: [
    "cases.read",
    "money.read",
    "compliance.read",
    "compliance.decide",
    "watchlists.read",
    "watchlists.import",
  ],
  auditor: [
    "cases.read",
    "site.read",
    "money.read",
    "compliance.read",
    "watchlists.read",
    "approvals.read",
    "audit.read",
  ],
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

/** Whether a user has a right; nobody but administrators has any. */
export function can({ role, isSuper, duty }: RightsHolder, access: BackOfficeAccess): boolean {
  if (role !== "admin") return false;
  if (isSuper || access === "admin") return true;
  return access !== "super" && rightsOfDuty[duty].includes(access);
}
