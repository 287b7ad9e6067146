import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { dateOf, dayWords } from "@/lib/dates";
import { db, lockUsers, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { consume } from "@/lib/limits/limits";
import { formatKobo } from "@/lib/money";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { requireNoConflict } from "@/lib/users/conflicts";
import { emailAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import type { reportSchema, SuspicionDecision, suggestionAnswerSchema } from "./schema";
import { describeSubject } from "./subject";
import { findSuggestions } from "./suggestions";

/**
 * The register of suspicions (product 10.43, ADR 50). No audit row about one names the person, nothing about one is in their data, and only
 * those with the right see any: telling the person would be an offence.
 */
export const TABLE = "suspicions";
const MAX_REPORTS_PER_HOUR = 20;
/** The time within which a suspicion must be reported to the authority. */
const DUE_MS = 24 * 3_600_000;

interface NewReport {
  userId: string | null;
  thing: Prisma.SuspicionCreateManyInput["thing"];
  thingId: string;
  subject: string;
  report: string;
  reportedById: string | null;
  suggestion?: string;
}

async function insert(tx: Tx, { subject, report, ...row }: NewReport): Promise<string> {
  const id = uuidv7();
  const cipher = newRowCipher(TABLE, id);
  const reportedAt = new Date();
  await tx.suspicion.create({
    data: {
      id,
      ...row,
      reportedAt,
      dueAt: new Date(reportedAt.getTime() + DUE_MS),
      dataKey: cipher.dataKey,
      subjectCipher: cipher.seal("subject_cipher", subject),
      reportCipher: cipher.seal("report_cipher", report),
    },
  });
  return id;
}

/**
 * Reports a suspicion about a person or a payment. Those who decide are emailed, without names. The reporter does not see it afterwards.
 * Throws NOT_FOUND, FORBIDDEN, RATE_LIMITED.
 */
export async function reportSuspicion(
  viewer: Viewer,
  { thing, thingId, report }: z.output<typeof reportSchema>,
): Promise<void> {
  await consume(`suspicions|${viewer.userId}`, MAX_REPORTS_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "admin");
    const { userId, words } = await describeSubject(tx, thing, thingId);
    const reportedById = viewer.userId;
    const suspicionId = await insert(tx, { userId, thing, thingId, subject: words, report, reportedById });
    await emailAdministrators(tx, ["suspicions.decide"], "suspicionReported", {}, [viewer.userId]);
    const data = { suspicionId };
    await audit(tx, { actorId: viewer.userId, action: "suspicion.reported", targetId: null, data });
  });
}

/**
 * Decides on a report: what was filed with the authority, or why nothing is. Throws NOT_FOUND, FORBIDDEN, also for one's own report, ALREADY_DECIDED, and CONFLICT for
 * an administrator who shares identifying details with the person. The route requires a fresh proof of identity.
 */
export async function decideSuspicion(
  viewer: Viewer,
  id: string,
  decision: SuspicionDecision,
): Promise<void> {
  const found = await db.suspicion.findUnique({
    where: { id },
    select: { userId: true, reportedById: true },
  });
  if (!found) throw notFound("This report does not exist");
  await transaction(async (tx) => {
    await lockUsers(tx, viewer.userId, ...(found.userId ? [found.userId] : []));
    await lockAdministrator(tx, viewer, "suspicions.decide");
    if (found.reportedById === viewer.userId)
      throw new AppError("FORBIDDEN", "A colleague decides on your own report");
    if (found.userId && (await tx.user.count({ where: { id: found.userId } })) > 0)
      await requireNoConflict(tx, viewer.userId, found.userId);
    await save(tx, viewer, id, decision);
  });
}

async function save(tx: Tx, viewer: Viewer, id: string, decision: SuspicionDecision): Promise<void> {
  const { dataKey } = await tx.suspicion.findUniqueOrThrow({ where: { id }, select: { dataKey: true } });
  const { outcome, note } = decision;
  const { count } = await tx.suspicion.updateMany({
    where: { id, state: "open" },
    data: {
      state: outcome,
      decidedById: viewer.userId,
      decidedAt: new Date(),
      noteCipher: openRowCipher(TABLE, id, dataKey).seal("note_cipher", note),
      ...(decision.outcome === "filed" && {
        filing: decision.filing,
        reference: decision.reference,
        filedOn: dateOf(decision.filedOn),
      }),
    },
  });
  if (count === 0) throw new AppError("ALREADY_DECIDED", "A colleague has already decided on this report");
  const data = { suspicionId: id, outcome };
  await audit(tx, { actorId: viewer.userId, action: "suspicion.decided", targetId: null, data });
}

/**
 * Answers a suggestion: opens a report about it, or dismisses it with a reason, so that it is not made again. Throws FORBIDDEN, CONFLICT if
 * it has been answered or no longer follows from the payments.
 */
export async function answerSuggestion(
  viewer: Viewer,
  { key, outcome, note }: z.output<typeof suggestionAnswerSchema>,
): Promise<void> {
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "suspicions.decide");
    const suggestion = (await findSuggestions(tx)).find((each) => each.key === key);
    if (!suggestion)
      throw new AppError("CONFLICT", "This suggestion was answered, or the payments have changed");
    const { userId, kind, from, to, total, payments } = suggestion;
    const { words } = await describeSubject(tx, "user", userId);
    const days = from === to ? `on ${dayWords(from)}` : `from ${dayWords(from)} to ${dayWords(to)}`;
    const report = `${formatKobo(total)} in ${payments === 1 ? "1 payment" : `${payments} payments`} ${days}, ${kind === "split" ? "each day below the threshold" : "at the threshold or above"}.`;
    const id = await insert(tx, {
      userId,
      thing: "user",
      thingId: userId,
      subject: words,
      report: outcome === "open" ? `${report}\n${note}` : report,
      reportedById: null,
      suggestion: key,
    });
    const data = { suspicionId: id };
    await audit(tx, { actorId: viewer.userId, action: "suspicion.reported", targetId: null, data });
    if (outcome === "dismissed") await save(tx, viewer, id, { outcome, note });
  });
}

/** Deletes decided reports after the retention period of identity records. Called by a job. */
export async function deleteOldSuspicions(now = new Date()): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - env.RETENTION_KYC_YEARS);
  const where = { state: { not: "open" }, decidedAt: { lt: before } } as const;
  if ((await db.suspicion.count({ where })) === 0) return;
  await transaction(async (tx) => {
    const { count } = await tx.suspicion.deleteMany({ where });
    await audit(tx, { actorId: null, action: "suspicion.expired", targetId: null, data: { reports: count } });
  });
}
