/**
 * The rules of verification that several places need. Pure: the guard in the browser and in the middleware, commands, queries and
 * components all go by them. With endings, because the server reads lib/routes/policy.ts as it stands.
 */
import { paths } from "../routes/paths.ts";
import type { InvestorType, Role, VerificationStatus } from "../roles.ts";

export type SubmissionKind = "individual" | "corporate";
/** The individual form as a startup's founder fills it does not ask for the age group (product 2.5). */
export type IndividualVariant = "investor" | "startup";

/** The form that a person has to fill. */
export type RequiredForm =
  | { kind: "individual"; variant: IndividualVariant; path: string }
  | { kind: "corporate"; variant?: never; path: string };

const forms = {
  startup: { kind: "individual", variant: "startup", path: paths.applyForFunding() },
  personal: { kind: "individual", variant: "investor", path: paths.investorVerification() },
  corporate: { kind: "corporate", path: paths.corporateVerification() },
} as const satisfies Record<string, RequiredForm>;

/** The form that a role and investor type require (product 2.2 rule 6, 10.5); null while that is open, and for administrators. */
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

/** Why somebody may not fill in and submit their form now; null when they may: for the first time, or after a rejection (product 10.5). */
export function submissionBlocker(user: {
  status: VerificationStatus;
  submitted: boolean;
}): "approved" | "pending" | null {
  if (user.status === "approved") return "approved";
  return user.status === "pending" && user.submitted ? "pending" : null;
}

/** Among the values of a draft: a random name of the browser they were typed in. */
export const DRAFT_DEVICE = "_device";

/**
 * What a person's verification becomes with another role or type: that of the submission that fits it, if there is one. Otherwise
 * everything starts anew - except that a first choice does not undo a decision that was made without a submission (`isFirstChoice`).
 */
export function verificationAfterRoleChange(change: {
  hasFittingSubmission: boolean;
  hadSubmission: boolean;
  isFirstChoice: boolean;
}): "ofSubmission" | "unchanged" | "new" {
  if (change.hasFittingSubmission) return "ofSubmission";
  return change.isFirstChoice && !change.hadSubmission ? "unchanged" : "new";
}
