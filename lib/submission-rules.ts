/**
 * Verification rules shared by guard, commands, queries and components. Pure; imports include file extensions, because the server loads
 * lib/routes/policy.ts directly.
 */
import { paths } from "./routes/paths.ts";
import type { InvestorType, Role, VerificationStatus } from "./roles.ts";

export type SubmissionKind = "individual" | "corporate";
/** Startup founders are not asked for the age bracket (product 2.5). */
export type IndividualVariant = "investor" | "startup";

/** The form that a user must fill in. */
export type RequiredForm =
  | { kind: "individual"; variant: IndividualVariant; path: string }
  | { kind: "corporate"; variant?: never; path: string };

const forms = {
  startup: { kind: "individual", variant: "startup", path: paths.applyForFunding() },
  personal: { kind: "individual", variant: "investor", path: paths.investorVerification() },
  corporate: { kind: "corporate", path: paths.corporateVerification() },
} as const satisfies Record<string, RequiredForm>;

/**
 * Returns the form for a role and investor type (product 2.2 rule 6, 10.5); null for administrators, and until role and type are chosen.
 */
export function requiredForm({
  role,
  investorType,
}: {
  role: Role;
  investorType: InvestorType;
}): RequiredForm | null {
  if (role === "startup") return forms.startup;
  return role === "investor" && investorType !== "none" ? forms[investorType] : null;
}

/** The review queues, each with its own deadline (product 10.17). */
export const reviewQueues = ["startup", "personal", "corporate"] as const;
export type ReviewQueue = (typeof reviewQueues)[number];

/** Returns the queue of a submission, determined by its form and, for the individual form, by the applicant's role. */
export function reviewQueue({ kind, role }: { kind: SubmissionKind; role: Role }): ReviewQueue {
  if (kind === "corporate") return "corporate";
  return role === "startup" ? "startup" : "personal";
}

/** Returns whether a user has the access of an approved user: also while they renew their verification (product 10.42). */
export const isVerified = (user: { status: VerificationStatus; renewing: boolean }): boolean =>
  user.status === "approved" || user.renewing;

/** Returns why a user cannot submit now; null if they can, for the first time or after a rejection (product 10.5). */
export function submissionBlocker(user: {
  status: VerificationStatus;
  submitted: boolean;
}): "approved" | "pending" | null {
  if (user.status === "approved") return "approved";
  return user.status === "pending" && user.submitted ? "pending" : null;
}

/** The key of a draft's values that identifies the browser they were entered in. */
export const DRAFT_DEVICE = "_device";

/**
 * Returns the verification after a change of role or type: that of the matching submission, otherwise none. A decision made without a
 * submission belongs to the form that was required at the time, so a change to another form, including the first choice of one, ends it
 * (threat 61).
 */
export function verificationAfterRoleChange(change: {
  hasMatchingSubmission: boolean;
  hadSubmission: boolean;
  before: SubmissionKind | undefined;
  after: SubmissionKind | undefined;
}): "ofSubmission" | "unchanged" | "new" {
  if (change.hasMatchingSubmission) return "ofSubmission";
  const isSameForm = change.before !== undefined && change.before === change.after;
  return isSameForm && !change.hadSubmission ? "unchanged" : "new";
}
