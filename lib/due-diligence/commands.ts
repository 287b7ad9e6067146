import "server-only";
import { audit } from "@/lib/audit/audit";
import { deadlineAfter } from "@/lib/calendar/business-day-rules";
import { DEFAULT_BUSINESS_DAYS, readHolidays } from "@/lib/calendar/deadlines";
import { transaction } from "@/lib/db/client";
import { attachFiles } from "@/lib/files/files";
import { uuidv7 } from "@/lib/ids";
import { consume } from "@/lib/limits/limits";
import type { SubmissionKind } from "@/lib/submission-rules";
import type { Viewer } from "@/lib/viewer";
import { AppError } from "@/lib/errors";
import { lockForForm, readDraft, writeDraft } from "./drafts";
import type { OwnDueDiligenceDto } from "./dto";
import { readOwnForm } from "./requirement";
import { toFormColumns, toFormValues } from "./rows";
import type { DueDiligenceAnswers } from "./schema";

const MAX_SENT_PER_HOUR = 20;

/**
 * Sends the form for review, with the document of the draft; the directors and owners of a company are then screened. The draft remains, so
 * that a returned form opens as it was sent. Throws as `lockForForm` does; CONFLICT if the profile was changed meanwhile; RATE_LIMITED.
 */
export async function sendDueDiligence(
  viewer: Viewer,
  kind: SubmissionKind,
  answers: DueDiligenceAnswers,
): Promise<OwnDueDiligenceDto> {
  const { userId } = viewer;
  await consume(`due-diligence|${userId}`, MAX_SENT_PER_HOUR, 3_600);
  return transaction(async (tx) => {
    const locked = await lockForForm(tx, viewer);
    if (locked.kind !== kind)
      throw new AppError("CONFLICT", "Your profile has changed. Open the form again.");
    const fileId = (await readDraft(tx, userId))?.fileId ?? null;
    if (fileId) await attachFiles(tx, [{ id: fileId }]);
    const [id, sentAt] = [uuidv7(), new Date()];
    const dueAt = deadlineAfter(sentAt, DEFAULT_BUSINESS_DAYS, await readHolidays(tx));
    const row = { id, userId, kind, sentAt, dueAt, fileId };
    await tx.dueDiligence.create({ data: { ...row, ...toFormColumns(id, kind, answers) } });
    await writeDraft(tx, userId, toFormValues(answers));
    await audit(tx, {
      actorId: userId,
      action: "due_diligence.sent",
      targetId: userId,
      data: { formId: id },
    });
    return readOwnForm(viewer, tx);
  });
}
