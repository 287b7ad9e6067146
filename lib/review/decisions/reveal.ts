import "server-only";
import type * as z from "zod";
import { signChainHeadNow } from "@/lib/audit/anchor";
import { audit } from "@/lib/audit/audit";
import { sealNote } from "@/lib/audit/notes";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { transaction, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { readTaxId } from "@/lib/due-diligence/requirement";
import { guardianAnswers } from "@/lib/onboarding/submission/guardian-rows";
import { numberRows, numbersInclude, openNumbers } from "@/lib/onboarding/submission/rows";
import { lockManagedUser } from "@/lib/users/lock-managed-user";
import type { Viewer } from "@/lib/viewer";
import { requireNoConflict } from "@/lib/users/conflicts";
import { consumeReveal } from "./reveal-limit";
import type { revealSchema } from "./schema";

const SIGNATORY = /^signatories\.(\d{1,2})\.bvnNumber$/;

/**
 * Returns one identity number in full. The reveal is audited before the number is returned (threat 35). `field` is ninNumber, bvnNumber or
 * accountNumber, with or without its group, `signatories.N.bvnNumber`, `guardian.ninNumber` or `dueDiligence.taxId`. The audit row contains the code of the
 * reason; the note is stored separately and deleted with the user (threat 60). The head of the audit chain is signed immediately if
 * possible, otherwise by the job (threat 55). The route has already required step-up. Throws NOT_FOUND, RATE_LIMITED above the hourly
 * limit, RECENTLY_RESET for a while after a password reset (threat 52, 53), CONFLICT for a reviewer who shares identifying details with the
 * applicant (threat 64).
 */
export async function revealNumber(
  viewer: Viewer,
  userId: string,
  { field, reason, note }: z.output<typeof revealSchema>,
): Promise<{ field: string; value: string }> {
  await requireNoRecentReset(viewer.userId);
  await consumeReveal(viewer);
  const revealed = await transaction(async (tx) => {
    const { user } = await lockManagedUser(tx, viewer, userId, "cases.decide");
    // The password may have been reset since the check before this transaction.
    await requireNoRecentReset(viewer.userId, tx);
    await requireNoConflict(tx, viewer.userId, userId);
    const id = user.currentSubmissionId;
    const value =
      field === "guardian.ninNumber"
        ? await readGuardianNumber(tx, userId)
        : field === "dueDiligence.taxId"
          ? await readTaxId(tx, userId)
          : id
            ? await readNumber(tx, id, field)
            : undefined;
    // A stored number is empty after its retention period (lib/onboarding/retention/jobs.ts).
    if (!value) throw notFound("This number was not submitted or is no longer stored");
    const noteId = note ? await sealNote(tx, userId, note) : null;
    await audit(tx, {
      actorId: viewer.userId,
      action: "pii.revealed",
      targetId: userId,
      data: { field, submissionId: id, reason, noteId, isSuper: viewer.isSuper },
    });
    return { field, value };
  });
  await signChainHeadNow();
  return revealed;
}

async function readGuardianNumber(tx: Tx, userId: string): Promise<string | undefined> {
  const guardian = await tx.guardian.findUnique({ where: { userId } });
  return guardian ? guardianAnswers(guardian, (number) => number).ninNumber : undefined;
}

async function readNumber(tx: Tx, id: string, field: string): Promise<string | undefined> {
  const submission = await tx.submission.findUniqueOrThrow({ where: { id }, include: numbersInclude });
  const [name = field] = field.split(".").slice(-1);
  const ordinal = SIGNATORY.exec(field)?.[1];
  const row = numberRows(submission).find(({ path, group }) =>
    ordinal === undefined
      ? name in group.fields && !path.startsWith("signatories.")
      : path === `signatories.${Number(ordinal)}.`,
  );
  return row && openNumbers([row]).get(row.path + name);
}
