import "server-only";
import type { Prisma } from "@/lib/db/client";
import { submissionInclude, toAnswersDto } from "@/lib/verification/serialize";
import type { UserDto, VerificationDto } from "./dto";
import { mustSetUpTwoStep } from "./two-step-rule";

/** Rows never leave: this is the one place where a user becomes what is answered, masked (threat 35). */

/** A user with the submission that counts and who decided on it. */
export const userInclude = {
  currentSubmission: { include: submissionInclude },
  reviewedBy: { select: { id: true, name: true } },
} as const satisfies Prisma.UserInclude;

type UserRow = Omit<
  Prisma.UserGetPayload<{ include: typeof userInclude }>,
  "passwordHash" | "passwordContested" | "searchText"
>;

/** Who is reading: the owner, an administrator or a super administrator. Decides what is told of the review. */
export type Audience = "self" | "admin" | "super";

function verification(user: UserRow, audience: Audience): VerificationDto {
  const submission = user.currentSubmission;
  return {
    status: user.status,
    submissionId: user.currentSubmissionId,
    kind: submission?.kind ?? null,
    submittedAt: user.submittedAt?.toISOString() ?? null,
    // Who reviewed whom, and when, is for super administrators; the owner sees when (product 10.9).
    reviewedAt: audience === "admin" ? null : (user.reviewedAt?.toISOString() ?? null),
    reviewedBy:
      audience === "super" && user.reviewedBy
        ? { _id: user.reviewedBy.id, name: user.reviewedBy.name }
        : null,
    rejectionReason: user.rejectionReason,
    ...toAnswersDto(submission),
  };
}

/** A user as this reader may see them, numbers masked. */
export function toUserDto(user: UserRow, audience: Audience): UserDto {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    role: user.role,
    isSuper: user.isSuper,
    investorType: user.investorType,
    isVerified: user.status === "approved",
    twoStepDue: mustSetUpTwoStep(user),
    createdAt: user.createdAt.toISOString(),
    verification: verification(user, audience),
  };
}
