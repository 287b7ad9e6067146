import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { formatKobo } from "@/lib/money";
import { formatRate, monthWords } from "@/lib/rates";
import { openNoteColumns } from "@/lib/pii/note-columns";
import { actKinds, isActKind, undoRule, type ActKind, type Thing } from "./rules";
import { NOTE_TABLE } from "./record";
import type { ActDto, ActQuery } from "./schema";

/** The acts of money, for administrators (ADR 44). */
type Reader = Tx | typeof db;

/** The reason of acts that were made before acts were recorded. They cannot be undone. */
export const MIGRATED = "migrated";

/** The number of subjects listed with an act: an import has thousands. */
const MAX_SUBJECTS = 8;

const include = {
  undoes: { select: { id: true, kind: true } },
  undoneBy: { select: { at: true } },
} as const satisfies Prisma.MoneyActInclude;
type Row = Prisma.MoneyActGetPayload<{ include: typeof include }>;

export const kindOf = ({ kind }: { kind: string }): ActKind => {
  if (!isActKind(kind)) throw new Error(`Unknown kind of act: ${kind}`);
  return kind;
};

/** Returns who can undo an act; null if it was undone or cannot be. */
function undoOf(row: Row, sent: ReadonlySet<string>): ActDto["undo"] {
  const { id, kind, reason, undoneBy, confirmedById } = row;
  const rule = undoRule(kindOf({ kind }));
  if (undoneBy || reason === MIGRATED || rule === "follows" || sent.has(id)) return null;
  return rule === "alone" && confirmedById ? "two" : rule;
}

/** Returns the acts about batches whose payment file was downloaded, which the bank relies on. */
async function findSent(actIds: readonly string[], reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT s.act_id AS id FROM money_act_subjects AS s
      JOIN money_act_subjects AS file ON file.thing = 'batch' AND file.subject_id = s.subject_id
      JOIN money_acts AS a ON a.id = file.act_id AND a.kind = 'download'
    WHERE s.act_id = ANY (${[...actIds]}::uuid[]) AND s.thing = 'batch'`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the acts and groups whose undoing was proposed and waits for a second person. */
async function findPendingUndos(ids: readonly string[], reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader.proposal.findMany({
    where: { kind: "money_undo", state: "pending", subject: { in: [...ids] } },
    select: { subject: true },
    take: ids.length,
  });
  return new Set(rows.map(({ subject }) => subject));
}

/** Returns the numbers of acts in groups. */
async function countGroups(groupIds: readonly string[], reader: Reader): Promise<Map<string, number>> {
  const rows = await reader.$queryRaw<{ id: string; count: number }[]>`
    SELECT group_id AS id, count(*)::int FROM money_acts WHERE group_id = ANY (${[...groupIds]}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns the acts, newest first. `next` is the cursor of the next page; null on the last page. */
export async function listActs({
  kind,
  about,
  after,
  limit,
}: ActQuery): Promise<{ acts: ActDto[]; next: string | null }> {
  const subject = about && { subjects: { some: { id: { in: await readParts(about) } } } };
  const rows = await db.moneyAct.findMany({
    where: {
      ...(kind === "people" ? { actorId: { not: null } } : kind !== "all" && { kind }),
      ...(after && { number: { lt: BigInt(after) } }),
      ...(subject && { OR: [subject, { undoes: subject }] }),
    },
    include,
    orderBy: { number: "desc" },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    acts: await toActDtos(page, db),
    next: rows.length > limit ? String(page.at(-1)!.number) : null,
  };
}

/** More than an investment has. */
const MAX_PARTS = 1_000;

/** Returns the ids of a thing, its amounts due and their payouts: what happens to a payout is also about its investment. */
async function readParts(investmentId: string): Promise<string[]> {
  const dues = await db.amountDue.findMany({
    where: { investmentId },
    select: { id: true, payoutId: true },
    take: MAX_PARTS,
  });
  return [investmentId, ...dues.flatMap(({ id, payoutId }) => (payoutId ? [id, payoutId] : [id]))];
}

async function toActDtos(rows: readonly Row[], reader: Reader): Promise<ActDto[]> {
  const subjects = await readSubjects(
    rows.map(({ id, undoes }) => undoes?.id ?? id),
    reader,
  );
  const labels = await readLabels([...subjects.values()].flat(), reader);
  const people = rows.flatMap(({ actorId, confirmedById }) => [actorId ?? [], confirmedById ?? []].flat());
  const users = await reader.user.findMany({
    where: { id: { in: people } },
    select: { id: true, name: true },
    take: people.length,
  });
  const ids = rows.map(({ id }) => id);
  const groupIds = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))];
  const sent = await findSent(ids, reader);
  const pending = await findPendingUndos([...ids, ...groupIds], reader);
  const counts = await countGroups(groupIds, reader);
  const toPerson = (id: string | null) =>
    id && { _id: id, name: users.find((user) => user.id === id)?.name ?? "A deleted user" };
  return rows.map((row) => ({
    _id: row.id,
    number: String(row.number),
    kind: kindOf(row),
    actor: toPerson(row.actorId) || null,
    confirmedBy: toPerson(row.confirmedById) || null,
    at: row.at.toISOString(),
    reason: row.reason,
    note: openNoteColumns(NOTE_TABLE, row),
    undoes: row.undoes && { _id: row.undoes.id, kind: kindOf(row.undoes) },
    undoneAt: row.undoneBy?.at.toISOString() ?? null,
    undo: undoOf(row, sent),
    group: row.groupId === null ? null : { _id: row.groupId, count: counts.get(row.groupId) ?? 1 },
    isByRule: row.ruleId !== null,
    isUndoPending: pending.has(row.id) || (row.groupId !== null && pending.has(row.groupId)),
    subjects: (subjects.get(row.undoes?.id ?? row.id) ?? []).map(({ thing, id }) => ({
      thing,
      _id: id,
      label: labels.get(id) ?? "",
    })),
  }));
}

interface Subject {
  actId: string;
  thing: Thing;
  id: string;
}

async function readSubjects(actIds: readonly string[], reader: Reader): Promise<Map<string, Subject[]>> {
  const rows = await reader.$queryRaw<Subject[]>`
    SELECT s.act_id AS "actId", s.thing::text, s.subject_id AS id FROM unnest(${[...actIds]}::uuid[]) AS a (id),
      LATERAL (SELECT * FROM money_act_subjects
        WHERE act_id = a.id AND NOT (thing = 'import' AND before IS NOT NULL) ORDER BY thing, subject_id LIMIT ${MAX_SUBJECTS}) AS s`;
  return Map.groupBy(rows, ({ actId }) => actId);
}

/** Returns what an act is about, such as `₦1,500,000 of 5 Jan 2026, SDL-7H2K-9QWE`; without names of people. */
export async function describeSubjects(actId: string, reader: Reader): Promise<string> {
  const subjects = ((await readSubjects([actId], reader)).get(actId) ?? []).filter(
    ({ thing }) => thing !== "stop",
  );
  return [...new Set((await readLabels(subjects, reader)).values())].join(", ");
}

/** Returns what the things are called: references, days and amounts; only stopped payouts are called after their investor. */
async function readLabels(subjects: readonly Subject[], reader: Reader): Promise<Map<string, string>> {
  const idsOf = (thing: Thing) => [
    ...new Set(subjects.flatMap((subject) => (subject.thing === thing ? subject.id : []))),
  ];
  const find = (thing: Thing) => ({ id: { in: idsOf(thing) } });
  const take = subjects.length;
  const dayAndAmount = ({ on, amount }: { on: Date; amount: bigint }) =>
    `${formatKobo(amount)} of ${shortDay.format(on)}`;
  const rows = [
    ...(await reader.investment.findMany({ where: find("investment"), take })),
    ...(await reader.payout.findMany({ where: find("payout"), take })),
    ...(await reader.amountDue.findMany({ where: find("due"), take })),
    ...(await reader.statementImport.findMany({ where: find("import"), take })),
    ...(await reader.statementLine.findMany({ where: find("line"), take })),
    ...(await reader.manualReceipt.findMany({ where: find("receipt"), take })),
    ...(await reader.redemption.findMany({ where: find("redemption"), take })),
    ...(await reader.returnDeclaration.findMany({ where: find("declaration"), take })),
    ...(await reader.payoutBatch.findMany({ where: find("batch"), take })),
    ...(await reader.payoutStop.findMany({ where: find("stop"), include: { user: true }, take })),
  ];
  return new Map(
    rows.map((row) => [
      row.id,
      "reference" in row
        ? row.reference
        : "fileName" in row
          ? row.fileName
          : "on" in row
            ? dayAndAmount(row)
            : "month" in row
              ? `${formatRate(row.rate)} for ${monthWords(row.month)}`
              : "user" in row
                ? row.user.name
                : formatKobo(row.total),
    ]),
  );
}

const shortDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Describes an act in words for messages, such as `"Receipt matched" of 26 November 2026`. */
export const describeAct = ({ kind, at }: { kind: string; at: Date }): string =>
  `"${actKinds[kindOf({ kind })].label}" of ${dayFormat.format(at)}`;

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Africa/Lagos" });
