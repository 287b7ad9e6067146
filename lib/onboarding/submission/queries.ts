import "server-only";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { isVerified, requiredForm } from "@/lib/submission-rules";
import type { VerificationStatusDto } from "../dto";
import { documentSlots } from "../forms/document-rules";
import { currentReasonInclude, currentReasonOf } from "./decision-reasons";

/** Returns the user's own verification status (product 10.5, 10.9). */
export async function verificationStatus(userId: string): Promise<VerificationStatusDto> {
  const user = await db.user.findUnique({
    relationLoadStrategy: "join",
    where: { id: userId },
    include: {
      currentSubmission: {
        select: { kind: true, documents: { select: { name: true } }, ...currentReasonInclude.ofSubmission },
      },
      ...currentReasonInclude.ofUser,
    },
  });
  if (!user) throw notFound();
  const kind = user.currentSubmission?.kind ?? requiredForm(user)?.kind ?? null;
  const present = new Set<string>(user.currentSubmission?.documents.map((document) => document.name));
  const names = documentSlots(kind ?? "individual", 0).map(({ name }) => name);
  return {
    status: user.status,
    submittedAt: user.submittedAt?.toISOString() ?? null,
    reviewedAt: user.reviewedAt?.toISOString() ?? null,
    rejectionReason: currentReasonOf(user),
    isVerified: isVerified(user),
    role: user.role,
    investorType: user.investorType,
    kind,
    documents: Object.fromEntries(names.map((name) => [name, present.has(name)])),
  };
}
