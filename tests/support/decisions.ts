import { beforeAll, beforeEach } from "vitest";
import { guardianColumns } from "@/lib/onboarding/submission/guardian-rows";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { decisionSchema } from "@/lib/review/decisions/schema";
import type { Viewer } from "@/lib/viewer";
import type { UserSpec } from "../../prisma/seed/builders";
import { auditEventsFor, createUser, reviewer } from "./accounts";

/** A reviewer, a super administrator, and a different applicant in each test. */
export let viewer: Viewer, supervisor: Viewer;
export let user: Awaited<ReturnType<typeof createUser>>;

export const personal = { role: "investor", investorType: "personal" } as const;
export const pending = { ...personal, verification: "pending" } as const;
export const REASON = "The utility bill is not readable.";

/** Creates them before the tests of a file. */
export function startReview(): void {
  beforeAll(async () => {
    [viewer, supervisor] = [await reviewer(), await reviewer(true)];
  });
  beforeEach(async () => {
    await replaceApplicant(pending);
  });
}

export async function replaceApplicant(spec: Partial<UserSpec>): Promise<void> {
  user = await createUser(spec);
}

export const decision = (body: object) => decisionSchema.parse(body);
export const approve = (more: object = {}, account = viewer, userId = user.id) =>
  decideSubmission(account, userId, decision({ status: "approved", ...more }));
export const reject = (more: object = {}) =>
  decideSubmission(viewer, user.id, decision({ status: "rejected", rejectionReason: REASON, ...more }));

export const guardianOf = (userId: string, ninNumber = "40000000001") => ({
  userId,
  email: "parent@test.example",
  ...guardianColumns(userId, {
    fullName: "Bisi Test",
    relationship: "Parent",
    phoneNumber: "8090000001",
    dateOfBirth: "1980-01-31",
    ninNumber,
  }),
});

/** Returns the audit events since the submission, without reads. */
export const decided = async (id = user.id) =>
  (await auditEventsFor(id)).filter(
    ({ action }) => action !== "submission.submitted" && action !== "user.viewed",
  );
