import "server-only";
import { stateAfter, undoRule, type Thing } from "@/lib/acts/rules";
import { describeAct, describeSubjects, kindOf, MIGRATED } from "@/lib/acts/queries";
import { hasActColumn, recordAct, thingTables } from "@/lib/acts/record";
import type { UndoInput } from "@/lib/acts/schema";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import type { ActPayload } from "@/lib/approvals/act-schema";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { MAX_AT_ONCE } from "@/lib/bank/schema";
import { lockMoneyAdministrator, requireUnrelatedProposer } from "@/lib/bank/lock-money-administrator";
import { restoreChain } from "@/lib/bank/chain";
import { lineStates } from "@/lib/bank/state-rules";
import { Prisma, transaction, type Tx } from "@/lib/db/client";
import { lockViewer } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { emailInvestor, lockInvestment } from "@/lib/investments/commands";
import { getInvestment } from "@/lib/investments/queries";
import { EXPIRY_DAYS } from "@/lib/investments/rules";
import type { InvestmentDto } from "@/lib/investments/schema";
import { reverseActs } from "@/lib/ledger/entries";
import { AdvisoryLock, lock } from "@/lib/locks";
import { formatKobo } from "@/lib/money";
import { readBatch, recordBatchRead } from "@/lib/payouts/queries";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { lockPlan } from "@/lib/plans/lock-plan";
import type { Viewer } from "@/lib/viewer";

/**
 * Undoing acts of money (ADR 44): the entries of the act are reversed on their days, and the things that it changed are as before. An act
 * is undone only if no later one depends on it, that is, no later one is about the same thing. Acts that follow from it, such as posted
 * instalments, are undone with it, and with a statement the decisions about its lines.
 */

/** Undoing an import of `MAX_LINES` lines changes a hundred thousand rows. */
const TIMEOUT_MS = 180_000;

interface ActRow {
  id: string;
  number: bigint;
  kind: string;
  at: Date;
  confirmedById: string | null;
  isUndone: boolean;
}

/**
 * Returns an act and the later ones that depend on it, the last first. Instalments of several investments depend on one declaration, but
 * not on each other. Throws NOT_FOUND.
 */
async function readDependents(tx: Tx, id: string): Promise<[ActRow, ...ActRow[]]> {
  const rows = await tx.$queryRaw<ActRow[]>`
    WITH RECURSIVE dependent AS (
      SELECT a.* FROM money_acts AS a WHERE a.id = ${id}::uuid
      UNION
      SELECT later.* FROM dependent AS a JOIN money_act_subjects AS s ON s.act_id = a.id
          AND (s.thing <> 'declaration' OR a.kind = 'declare')
        JOIN money_act_subjects AS shared ON shared.thing = s.thing AND shared.subject_id = s.subject_id
        JOIN money_acts AS later ON later.id = shared.act_id AND later.number > a.number
      WHERE NOT EXISTS (SELECT FROM money_acts WHERE undoes_id = later.id))
    SELECT id, number, kind, at, confirmed_by_id AS "confirmedById", EXISTS (SELECT FROM money_acts WHERE undoes_id = dependent.id) AS "isUndone"
    FROM dependent ORDER BY number DESC`;
  if (rows.length === 0) throw notFound("This act does not exist");
  return rows as [ActRow, ...ActRow[]];
}

/**
 * Returns the acts that are undone together, the last first. Throws CONFLICT if one of them decides something of its own, or if what they
 * changed cannot be restored.
 */
async function requireUndoable(tx: Tx, id: string): Promise<ActRow[]> {
  const rows = await readDependents(tx, id);
  const act = rows.at(-1)!;
  const conflict = (message: string, data: Record<string, string> = {}) =>
    new AppError("CONFLICT", message, { data });
  const rule = undoRule(kindOf(act));
  if (act.isUndone) throw conflict("This has already been undone");
  const row = await tx.moneyAct.findUniqueOrThrow({ where: { id } });
  if (row.reason === MIGRATED)
    throw conflict("This was decided before corrections were recorded, so it cannot be undone here");
  if (rule === null || rule === "follows") throw conflict(`${describeAct(act)} cannot be undone by itself`);
  const isPending = await isPendingRedemption(tx, id);
  // Nothing is posted for a redemption that has not taken effect: only later redemptions were counted with it.
  const dependents = isPending ? rows.filter(({ kind }) => kind === "redeem" || kind === "end") : rows;
  // A statement is undone as a whole, with the decisions about its lines.
  const isUndoneWith = (other: ActRow) =>
    undoRule(kindOf(other)) === "follows" ||
    (act.kind === "import" && stateAfter(lineStates, "waiting", kindOf(other)) !== null);
  const later = dependents.find((other) => other.id !== id && !isUndoneWith(other));
  if (later) {
    const name = await nameAct(tx, later);
    throw conflict(
      undoRule(kindOf(later)) === null
        ? `${name} depends on this and cannot be undone, so this cannot be undone either`
        : `${name} depends on this. Undo that first.`,
      { actId: later.id },
    );
  }
  if (isPending) return [act];
  await requireThings(tx, rows);
  await requireCapacity(tx, id);
  return rows;
}

/** Describes an act in words, that of a statement with its file. */
async function nameAct(tx: Tx, act: ActRow): Promise<string> {
  const [file] = await tx.$queryRaw<{ name: string }[]>`
    SELECT i.file_name AS name FROM money_act_subjects AS s JOIN statement_imports AS i ON i.id = s.subject_id
    WHERE s.act_id = ${act.id}::uuid AND s.thing = 'import' AND s.before IS NULL`;
  return file ? `${describeAct(act)} (${file.name})` : describeAct(act);
}

/** Throws CONFLICT if a thing that acts are about was erased: nothing of it could be restored. */
async function requireThings(tx: Tx, acts: readonly ActRow[]): Promise<void> {
  const ids = acts.map(({ id }) => id);
  const erased = Object.entries(thingTables).map(
    ([thing, { table }]) => Prisma.sql`
      SELECT FROM money_act_subjects AS s WHERE act_id = ANY (${ids}::uuid[]) AND thing = ${thing}::money_thing
        AND NOT EXISTS (SELECT FROM ${Prisma.raw(table)} WHERE id = s.subject_id)`,
  );
  const [{ isErased }] = await tx.$queryRaw<[{ isErased: boolean }]>`
    SELECT EXISTS (${Prisma.join(erased, " UNION ALL ")}) AS "isErased"`;
  if (isErased)
    throw new AppError(
      "CONFLICT",
      "Part of what this changed was erased with the account of an investor, so it can no longer be undone",
    );
}

/** Locks the plan of a redemption that an act created. Throws CONFLICT if others have taken the capacity that it freed. */
async function requireCapacity(tx: Tx, actId: string): Promise<void> {
  const [redeemed] = await tx.$queryRaw<{ planId: string; amount: bigint }[]>`
    SELECT v.plan_id AS "planId", r.amount FROM money_act_subjects AS s JOIN redemptions AS r ON r.id = s.subject_id
      JOIN investments AS i ON i.id = r.investment_id JOIN plan_versions AS v ON v.id = i.plan_version_id
    WHERE s.act_id = ${actId}::uuid AND s.thing = 'redemption' AND s.before IS NULL`;
  if (!redeemed) return;
  const { taken, terms } = await lockPlan(tx, { id: redeemed.planId });
  const excess = terms.capacity === null ? 0n : taken + redeemed.amount - BigInt(terms.capacity);
  if (excess > 0n)
    throw new AppError(
      "CONFLICT",
      `The plan has no room for it, because others have invested since. Raise its capacity by ${formatKobo(excess)} first.`,
    );
}

/** Returns whether an act created a redemption that has not taken effect. */
async function isPendingRedemption(tx: Tx, actId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ isPending: boolean }]>`
    SELECT EXISTS (SELECT FROM money_act_subjects AS s JOIN redemptions AS r ON r.id = s.subject_id
      JOIN investments AS i ON i.id = r.investment_id
      WHERE s.act_id = ${actId}::uuid AND s.thing = 'redemption' AND s.before IS NULL AND r.on_day >= i.next_due_on) AS "isPending"`;
  return row.isPending;
}

/** Returns the investments and investors that acts are about, through payouts, amounts due, manual receipts and stops, too. */
const readInvestments = (tx: Tx, acts: readonly ActRow[]) =>
  tx.$queryRaw<{ id: string | null; userId: string }[]>`
    WITH about AS (SELECT DISTINCT thing, subject_id AS id FROM money_act_subjects WHERE act_id = ANY (${acts.map(({ id }) => id)}::uuid[]))
    SELECT i.id, i.user_id AS "userId" FROM investments AS i WHERE i.id IN (
      SELECT id FROM about WHERE thing = 'investment'
      UNION SELECT d.investment_id FROM about JOIN amounts_due AS d
        ON (thing = 'due' AND d.id = about.id) OR (thing = 'payout' AND d.payout_id = about.id)
      UNION SELECT r.investment_id FROM about JOIN manual_receipts AS r ON r.id = about.id WHERE thing = 'receipt')
    UNION SELECT NULL, d.user_id FROM about JOIN amounts_due AS d ON thing = 'due' AND d.id = about.id WHERE d.user_id IS NOT NULL
    UNION SELECT NULL, p.user_id FROM about JOIN payouts AS p ON thing = 'payout' AND p.id = about.id WHERE p.user_id IS NOT NULL
    UNION SELECT NULL, s.user_id FROM about JOIN payout_stops AS s ON thing = 'stop' AND s.id = about.id
    ORDER BY 1, 2`;

/**
 * Locks an administrator, all investors concerned and the things that acts are about. Returns each act with those that are undone with it.
 * Throws like `lockMoneyAdministrator`, and CONFLICT.
 */
async function lockUndo(tx: Tx, viewer: Viewer, actIds: readonly string[]): Promise<ActRow[][]> {
  const found: ActRow[] = [];
  for (const id of actIds) found.push(...(await readDependents(tx, id)));
  // An import that runs at the same time would skip lines that are withdrawn here.
  if (found.some(({ id, kind }) => kind === "import" && actIds.includes(id)))
    await lock(tx, AdvisoryLock.statementImport);
  const investors = (await readInvestments(tx, found)).map(({ userId }) => userId);
  await lockMoneyAdministrator(tx, viewer, investors);
  await lock(tx, AdvisoryLock.payouts);
  const ids = found.map((act) => act.id);
  for (const [thing, { table }] of Object.entries(thingTables))
    await tx.$executeRaw`
      SELECT 1 FROM ${Prisma.raw(table)} WHERE id IN (
        SELECT subject_id FROM money_act_subjects WHERE act_id = ANY (${ids}::uuid[]) AND thing = ${thing}::money_thing)
      ORDER BY id FOR NO KEY UPDATE`;
  const undoable: ActRow[][] = [];
  for (const id of actIds) undoable.push(await requireUndoable(tx, id));
  if (undoable.flat().some((act) => !ids.includes(act.id)))
    throw new AppError("CONFLICT", "This has just been changed. Reload the page.");
  return undoable;
}

type UndoProposal = ActPayload<"money_undo">;

/**
 * Undoes an act. If it made money due, or could have, or stopped payouts, if two have decided it, or if other acts are undone with it,
 * another administrator must confirm: throws CONFIRMATION_REQUIRED. Throws NOT_FOUND, FORBIDDEN, including for an investment of the viewer,
 * RECENTLY_RESET, and CONFLICT if it cannot be undone, with the act that must be undone first. The route requires a fresh proof of
 * identity.
 */
export const undoAct = (viewer: Viewer, id: string, { reason, note }: UndoInput): Promise<void> =>
  transactionOrProposal(
    async (tx) => {
      const [acts] = await lockUndo(tx, viewer, [id]);
      const act = acts!.at(-1)!;
      if (canUndoAlone(acts!))
        return undo(tx, acts!, { reason, note }, { actorId: viewer.userId, confirmedById: null });
      const about = await describeSubjects(id, tx);
      const payload = {
        actId: id,
        act: about ? `${describeAct(act)}: ${about}` : describeAct(act),
        reason,
        note,
      };
      const [stopped] = act.kind === "stop" ? await readInvestments(tx, [act]) : [];
      return propose(tx, viewer, { kind: "money_undo", targetId: stopped?.userId ?? null, payload });
    },
    { timeoutMs: TIMEOUT_MS },
  );

/** Two people undo what two people decided, and an act with which others are undone. */
const canUndoAlone = (acts: readonly ActRow[]): boolean =>
  acts.length === 1 && undoRule(kindOf(acts[0]!)) === "alone" && !acts[0]!.confirmedById;

/** Returns the acts of a group that were not undone, the last first. Throws CONFLICT if there are none. */
async function findGroup(tx: Tx, groupId: string): Promise<string[]> {
  const acts = await tx.moneyAct.findMany({
    where: { groupId, undoneBy: null },
    select: { id: true },
    orderBy: { number: "desc" },
    take: MAX_AT_ONCE,
  });
  if (acts.length > 0) return acts.map(({ id }) => id);
  if (!(await tx.moneyAct.findFirst({ where: { groupId } }))) throw notFound("These acts do not exist");
  throw new AppError("CONFLICT", "All of these have already been undone");
}

/**
 * Undoes all acts that were decided at once and not undone since, all or nothing. If another administrator must confirm one of them, throws
 * CONFIRMATION_REQUIRED: all are one proposal. Throws like `undoAct`.
 */
export const undoGroup = (viewer: Viewer, groupId: string, { reason, note }: UndoInput): Promise<void> =>
  transactionOrProposal(
    async (tx) => {
      const group = await lockUndo(tx, viewer, await findGroup(tx, groupId));
      if (group.every(canUndoAlone)) {
        const by = { actorId: viewer.userId, confirmedById: null };
        return undoEach(tx, group, { reason, note }, by);
      }
      const first = group.at(-1)!.at(-1)!;
      const act = `${group.length} acts ${describeAct(first)}`;
      const payload = { actId: first.id, groupId, act, reason, note };
      return propose(tx, viewer, { kind: "money_undo", targetId: null, payload });
    },
    { timeoutMs: TIMEOUT_MS },
  );

/** Undoes an act, or a group, whose undo was confirmed by the viewer. Throws like `undoAct`. */
export async function executeUndo(
  tx: Tx,
  viewer: Viewer,
  { actId, groupId, reason, note }: UndoProposal,
  proposerId: string,
): Promise<void> {
  const group = await lockUndo(tx, viewer, groupId ? await findGroup(tx, groupId) : [actId]);
  const investors = await readInvestments(tx, group.flat());
  await requireUnrelatedProposer(
    tx,
    proposerId,
    investors.map(({ userId }) => userId),
  );
  const by = { actorId: proposerId, confirmedById: viewer.userId };
  await undoEach(tx, group, { reason, note }, by);
}

/**
 * Withdraws a proposed batch, by undoing its proposal; its amounts are due again. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET, CONFLICT.
 */
export async function withdrawBatch(viewer: Viewer, id: string): Promise<BatchDetailDto> {
  const batch = await transaction(
    async (tx) => {
      const { state } = (await tx.payoutBatch.findUnique({ where: { id } })) ?? { state: null };
      if (!state) throw notFound("This batch does not exist");
      if (state !== "proposed")
        throw new AppError("CONFLICT", `This batch is already ${state}`, { data: { state } });
      const { actId } = await tx.moneyActSubject.findFirstOrThrow({
        where: { thing: "batch", id, act: { kind: "propose" } },
      });
      const [acts] = await lockUndo(tx, viewer, [actId]);
      const by = { actorId: viewer.userId, confirmedById: null };
      await undo(tx, acts!, { reason: "other", note: "Batch withdrawn" }, by);
      return readBatch(id, tx);
    },
    { timeoutMs: TIMEOUT_MS },
  );
  await recordBatchRead(viewer, batch);
  return batch;
}

/**
 * Cancels the last redemption of the viewer that has not taken effect, by undoing it, until the day before. Throws NOT_FOUND,
 * RECENTLY_RESET, CONFLICT. The route requires a fresh proof of identity.
 */
export async function cancelRedemption(
  viewer: Viewer,
  id: string,
  redemptionId: string,
): Promise<InvestmentDto> {
  const { userId } = viewer;
  return transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await requireNoRecentReset(userId, tx);
    await lockInvestment(tx, { id, userId });
    const { pendingRedemptions } = await getInvestment(userId, id, tx);
    const redemption = pendingRedemptions.find(({ _id }) => _id === redemptionId);
    if (!redemption) throw notFound();
    if (pendingRedemptions.some(({ isEnd }) => isEnd))
      throw new AppError(
        "CONFLICT",
        "This investment is being ended, so its redemptions can no longer be cancelled",
      );
    if (!redemption.canCancel)
      throw new AppError(
        "CONFLICT",
        redemption === pendingRedemptions.at(-1)
          ? "A redemption can be cancelled until the day before it takes effect"
          : "Cancel your later redemption first",
      );
    const { actId } = await tx.moneyActSubject.findFirstOrThrow({
      where: { thing: "redemption", id: redemptionId, act: { kind: "redeem" } },
    });
    const by = { actorId: userId, confirmedById: null };
    await undo(
      tx,
      await requireUndoable(tx, actId),
      { reason: "other", note: "Cancelled by the investor" },
      by,
    );
    return getInvestment(userId, id, tx);
  });
}

/** The people who undo an act. */
interface People {
  actorId: string;
  confirmedById: string | null;
}

/** Undoes locked acts, each with those that are undone with it, which may be the same for several. */
async function undoEach(
  tx: Tx,
  group: readonly (readonly ActRow[])[],
  input: UndoInput,
  by: People,
): Promise<void> {
  const undone = new Set<string>();
  for (const acts of group) {
    const rest = acts.filter(({ id }) => !undone.has(id));
    await undo(tx, rest, input, by);
    for (const { id } of rest) undone.add(id);
  }
}

/** Undoes locked acts, the last first: the last of the list is the one that a person has chosen. */
async function undo(tx: Tx, acts: readonly ActRow[], { reason, note }: UndoInput, by: People): Promise<void> {
  const chosen = acts.at(-1)!;
  const ids = acts.map(({ id }) => id);
  // Investors were told about the decisions about lines, not about their import.
  const reportedActs = chosen.kind === "import" ? acts.slice(0, -1) : [chosen];
  const concerned: { id: string; act: ActRow }[] = [];
  for (const act of reportedActs)
    for (const { id } of await readInvestments(tx, act === chosen ? acts : [act]))
      if (id) concerned.push({ id, act });
  // It changed nothing of its investment, whose schedule has gone on since.
  const restored: readonly Thing[] = (await isPendingRedemption(tx, chosen.id))
    ? ["redemption"]
    : await readThings(tx, ids);
  const undone: { id: string; undoId: string }[] = [];
  for (const { id } of acts) {
    const isChosen = id === chosen.id;
    const undoId = await recordAct(tx, {
      kind: "undo",
      ...by,
      subjects: {},
      undo: { actId: id, reason },
      ...(isChosen && { note }),
    });
    undone.push({ id, undoId });
  }
  // Before the states change: an investment is unpaid only if nothing is posted for it.
  await reverseActs(tx, ids, undone.at(-1)!.undoId);
  for (const { id, undoId } of undone)
    for (const thing of restored) await restore(tx, thing, id, undoId, by.actorId);
  if (chosen.kind === "import") await restoreChain(tx, chosen.id, undone.at(-1)!.undoId);
  await audit(tx, {
    actorId: by.actorId,
    action: "money_act.undone",
    targetId: chosen.id,
    data: {
      kind: chosen.kind,
      reason,
      count: acts.length,
      ...(by.confirmedById && { confirmedBy: by.confirmedById }),
    },
  });
  for (const { id, act } of concerned) await informInvestor(tx, id, act, by);
}

/** Returns the kinds of things that acts changed or created, in the order in which they are restored. */
async function readThings(tx: Tx, actIds: readonly string[]): Promise<Thing[]> {
  const rows = await tx.$queryRaw<{ thing: Thing }[]>`
    SELECT DISTINCT thing::text FROM money_act_subjects WHERE act_id = ANY (${[...actIds]}::uuid[])`;
  const found = new Set(rows.map(({ thing }) => thing));
  return (Object.keys(thingTables) as Thing[]).filter((thing) => found.has(thing));
}

/** Things per query, which keeps queries well within their timeout. */
const BATCH = 1_000;

/** Withdraws the things of a kind that an act created, and restores those that it changed. */
async function restore(tx: Tx, thing: Thing, actId: string, undoId: string, actorId: string): Promise<void> {
  const { table, columns, withdraw } = thingTables[thing];
  const target = Prisma.raw(table);
  const actColumn = Prisma.raw(hasActColumn(thing) ? `, act_id = '${undoId}'` : "");
  const restored = Prisma.raw(columns.map((column) => `${column} = r.${column}`).join());
  const withdrawn = Prisma.raw(
    withdraw.replaceAll("$actor", `'${actorId}'::uuid`).replaceAll("$act", `'${undoId}'::uuid`),
  );
  const where = { actId, thing } as const;
  for (let after = ""; ;) {
    const subjects = await tx.moneyActSubject.findMany({
      where: { ...where, ...(after && { id: { gt: after } }) },
      select: { id: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    if (subjects.length === 0) return;
    const ids = subjects.map(({ id }) => id);
    after = ids.at(-1)!;
    const changed = Prisma.sql`(SELECT subject_id, before FROM money_act_subjects
      WHERE act_id = ${actId}::uuid AND thing = ${thing}::money_thing AND subject_id = ANY (${ids}::uuid[])) AS s`;
    if (columns.length > 0)
      await tx.$executeRaw`
        UPDATE ${target} AS t SET ${restored} ${actColumn}
        FROM ${changed}, jsonb_populate_record(NULL::${target}, s.before) AS r
        WHERE t.id = s.subject_id AND s.before IS NOT NULL`;
    await tx.$executeRaw`
      UPDATE ${target} AS t SET ${withdrawn} ${actColumn}
      FROM ${changed} WHERE t.id = s.subject_id AND s.before IS NULL`;
    if (subjects.length < BATCH) return;
  }
}

/** Acts that investors were emailed about, besides receipts. */
const reported = ["declare", "redeem", "end", "cancel_and_refund", "reject", "return"] as const;
const isReported = (kind: string): kind is (typeof reported)[number] =>
  (reported as readonly string[]).includes(kind);

const DAY_MS = 86_400_000;

/** Emails the investor about a correction of an investment. An unpaid investment expires no sooner than a new one. */
async function informInvestor(tx: Tx, id: string, { kind }: ActRow, { actorId }: People): Promise<void> {
  const { row, received } = await lockInvestment(tx, { id });
  if (actorId === row.userId) return emailInvestor(tx, row, "redemptionCancelled", {});
  const isUnpaid = row.state === "requested";
  const earliest = new Date(Date.now() + EXPIRY_DAYS * DAY_MS);
  if (isUnpaid && row.expiresAt < earliest)
    await tx.investment.update({ where: { id }, data: { expiresAt: earliest } });
  if (kind === "match" || kind === "receipt")
    await emailInvestor(tx, row, "receiptUndone", {
      missing: isUnpaid ? formatKobo(row.amount - received) : null,
    });
  else if (isReported(kind)) await emailInvestor(tx, row, "postingUndone", { kind });
}
