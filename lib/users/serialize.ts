import "server-only";
import type { Prisma } from "@/lib/db/client";
import { currentReasonInclude, currentReasonOf } from "@/lib/onboarding/submission/decision-reasons";
import { submissionInclude, toAnswersDto } from "@/lib/onboarding/submission/serialize";
import { isVerified } from "@/lib/submission-rules";
import type { RightsHolder } from "@/lib/rights";
import type { Duty, VerificationStatus } from "@/lib/roles";
import { closedText } from "@/lib/onboarding/closed-account";
import type { UserDto, VerificationDto } from "./dto";
import { mustSetUpTwoStep } from "./two-step-rule";

/** A user with the current submission and its reviewer. */
export const userInclude = {
  currentSubmission: { include: { ...submissionInclude, ...currentReasonInclude.ofSubmission } },
  ...currentReasonInclude.ofUser,
  reviewedBy: { select: { id: true, name: true } },
  duplicateOf: { select: { id: true, name: true, companyName: true } },
} as const satisfies Prisma.UserInclude;

export type UserRow = Omit<
  Prisma.UserGetPayload<{ include: typeof userInclude }>,
  "passwordHash" | "passwordContested" | "searchText"
>;

/** The reader's relation to the user, which determines which review details are visible. */
export type Audience = "self" | "admin" | "super";

/** Returns whether the status belongs to a submission of which only some parts must be changed. */
export const isChangeRequest = (status: VerificationStatus, changesRequested: boolean | null | undefined) =>
  status === "rejected" && changesRequested === true;

function verification(user: UserRow, audience: Audience): VerificationDto {
  const submission = user.currentSubmission;
  return {
    status: user.status,
    submissionId: user.currentSubmissionId,
    kind: submission?.kind ?? null,
    submittedAt: user.submittedAt?.toISOString() ?? null,
    dueAt:
      audience !== "self" && user.status === "pending" ? (submission?.dueAt?.toISOString() ?? null) : null,
    changesRequested: isChangeRequest(user.status, submission?.changesRequested),
    // The reviewer is visible to super administrators; the time of the review is visible to the owner too (product 10.9).
    reviewedAt: audience === "admin" ? null : (user.reviewedAt?.toISOString() ?? null),
    reviewedBy:
      audience === "super" && user.reviewedBy
        ? { _id: user.reviewedBy.id, name: user.reviewedBy.name }
        : null,
    rejectionReason: audience === "self" && user.closedAt ? closedText() : currentReasonOf(user),
    ...toAnswersDto(submission),
  };
}

/** The duty of an administrator who is no super administrator. */
export const dutyOf = ({ role, isSuper, duty }: RightsHolder): { duty?: Duty } =>
  role === "admin" && !isSuper ? { duty } : {};

/** Returns the DTO of a user for this audience, with numbers masked. This is the only conversion of user rows to responses (threat 35). */
export function toUserDto(user: UserRow, audience: Audience): UserDto {
  return {
    _id: user.id,
    name: user.name,
    companyName: user.companyName,
    email: user.email,
    phone: user.phone,
    role: user.role,
    isSuper: user.isSuper,
    ...dutyOf(user),
    investorType: user.investorType,
    isVerified: isVerified(user),
    renewing: user.renewing,
    twoStepDue: mustSetUpTwoStep(user),
    temporaryCredentials: user.passwordIsTemporary,
    closed: user.closedAt && {
      at: user.closedAt.toISOString(),
      goesOn:
        audience !== "self" && user.duplicateOf
          ? { _id: user.duplicateOf.id, name: user.duplicateOf.companyName ?? user.duplicateOf.name }
          : null,
    },
    createdAt: user.createdAt.toISOString(),
    verification: verification(user, audience),
  };
}
