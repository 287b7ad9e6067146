import "server-only";
import type * as z from "zod";
import { recordAct, recordCreated } from "@/lib/acts/record";
import { requireIndependent, requireOwnPassword } from "@/lib/approvals/independence";
import { audit } from "@/lib/audit/audit";
import type { BankAccount } from "@/lib/bank/account-schema";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { openAccount, sealAccount } from "@/lib/bank/sealed-account";
import { lagosDay } from "@/lib/dates";
import { transaction, type Prisma, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { newReference } from "@/lib/investments/reference-rules";
import { postEntries } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { consume } from "@/lib/limits/limits";
import { AdvisoryLock, lock } from "@/lib/locks";
import { enqueue } from "@/lib/mail/outbox";
import { formatKobo } from "@/lib/money";
import { emailAdministrators } from "@/lib/users/super-administrators";
import type { Viewer } from "@/lib/viewer";
import { describeAccount } from "./accounts";
import { addNameEnquiries } from "./name-enquiries";
import { currentState } from "./name-enquiry-rules";
import { findDue, readBatch, recordBatchRead, withAccounts, type Payable } from "./queries";
import { requireNoOpenRestore } from "./restores";
import { MAX_BATCH, type BatchDetailDto, type proposeBatchSchema } from "./schema";
import { releaseInclude, requireReleasable, type PayoutWithParts } from "./release-checks";
import { requireNoStoppedAccount } from "./stops";

/**
 * Payouts (product 10.34, ADR 42): one administrator proposes a batch of amounts due, and another one releases it. The ledger is posted at
 * the release; until then, proposed amounts are still due.
 */

/**
 * Changes a batch with these payees (unknown ones are null) and returns it; this is recorded as a read. Throws like
 * `lockMoneyAdministrator`.
 */
async function changeBatch(
  viewer: Viewer,
  readPayees: (tx: Tx) => Promise<{ userId: string | null }[]>,
  work: (tx: Tx, payeeIds: ReadonlySet<string | null>) => Promise<string>,
  options?: { timeoutMs: number },
): Promise<BatchDetailDto> {
  const batch = await transaction(async (tx) => {
    const payees = await readPayees(tx);
    await lockMoneyAdministrator(
      tx,
      viewer,
      payees.flatMap(({ userId }) => userId ?? []),
    );
    return readBatch(await work(tx, new Set(payees.map(({ userId }) => userId))), tx);
  }, options);
  await recordBatchRead(viewer, batch);
  return batch;
}

/**
 * Proposes to pay amounts due to the verified accounts of their investors. Throws RECENTLY_RESET, FORBIDDEN for a payout to the viewer, and
 * CONFLICT if one of them cannot be paid, for example because its account changed less than 72 hours ago, or if the total differs from the
 * one that the administrator has seen. The route requires a fresh proof of identity.
 */
export async function proposeBatch(
  viewer: Viewer,
  { ids, total }: z.output<typeof proposeBatchSchema>,
): Promise<BatchDetailDto> {
  return changeBatch(
    viewer,
    (tx) => findDue(ids, tx),
    async (tx, payeeIds) => {
      await lock(tx, AdvisoryLock.payouts);
      await requireNoOpenRestore(tx);
      const items = await withAccounts(await findDue(ids, tx), tx);
      // An amount that has become due again may be owed to somebody else, who was not checked.
      if (items.some(({ userId }) => !payeeIds.has(userId))) throw dueChangedError();
      const payable = items.filter(({ problem }) => problem === null);
      const sum = payable.reduce((before, { amount }) => before + amount, 0n);
      if (payable.length < new Set(ids).size || sum !== BigInt(total)) throw dueChangedError();
      const id = uuidv7();
      const subjects = { due: payable.map((item) => item.id) };
      const actId = await recordAct(tx, { kind: "propose", actorId: viewer.userId, subjects });
      // One transfer for each payee, and one for each unknown sender.
      const payees = [...Map.groupBy(payable, (item) => item.userId ?? item.id).values()];
      await tx.payoutBatch.create({
        data: { id, count: payees.length, total: sum, proposedById: viewer.userId, actId },
      });
      await recordCreated(tx, actId, "batch", [id]);
      const payoutIds: string[] = [];
      for (const parts of payees) payoutIds.push(await addPayout(tx, id, actId, parts));
      await addNameEnquiries(tx, payoutIds);
      const data = { batchId: id, count: payees.length };
      await audit(tx, { actorId: viewer.userId, action: "payout.proposed", targetId: null, data });
      const { name: proposer } = await tx.user.findUniqueOrThrow({ where: { id: viewer.userId } });
      const waiting = { proposer, count: payees.length, total: formatKobo(sum), batchId: id };
      await emailAdministrators(tx, ["money.act"], "batchWaiting", waiting, [viewer.userId]);
      return id;
    },
  );
}

const dueChangedError = () => new AppError("CONFLICT", "The amounts due have changed. Check the list again.");

/** Adds the payout of amounts due to one account to a batch. Returns its id. */
async function addPayout(tx: Tx, batchId: string, actId: string, parts: readonly Payable[]): Promise<string> {
  const [{ userId, account, accountEnteredBy }] = parts as [Payable];
  const payoutId = uuidv7();
  await tx.payout.create({
    data: {
      id: payoutId,
      batchId,
      actId,
      amount: parts.reduce((sum, { amount }) => sum + amount, 0n),
      reference: newReference(),
      userId,
      accountEnteredBy,
      ...sealAccount("payouts", payoutId, account!),
    },
  });
  await recordCreated(tx, actId, "payout", [payoutId]);
  await tx.amountDue.updateMany({
    where: { id: { in: parts.map(({ id }) => id) } },
    data: { state: "assigned", payoutId, actId },
  });
  return payoutId;
}

/** Locks a batch. Throws NOT_FOUND. */
export async function lockBatch(tx: Tx, id: string): Promise<Prisma.PayoutBatchModel> {
  await tx.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const batch = await tx.payoutBatch.findUnique({ where: { id } });
  if (!batch) throw notFound("This batch does not exist");
  return batch;
}

function requireProposed({ state }: Prisma.PayoutBatchModel): void {
  if (state !== "proposed")
    throw new AppError("CONFLICT", `This batch is already ${state}`, { data: { state } });
}

/** 500 payouts take about two seconds on two cores, and much longer on a busy machine. */
const RELEASE_TIMEOUT_MS = 60_000;

const decided = (viewer: Viewer) => ({ decidedById: viewer.userId, decidedAt: new Date() });

/**
 * Releases a batch to the bank and moves its amounts in transit. Throws NOT_FOUND, RECENTLY_RESET, FORBIDDEN for the administrator who has
 * proposed it or entered an account in it, and for one who is not independent of them (`requireIndependent`), and CONFLICT if it is already
 * decided, after a restore (`readOpenRestore`), if payouts to an investor are stopped, if an institution names another holder of an account
 * or has not answered yet, if no imported statement shows the money of a
 * payout, if an account is no longer verified or changed less than 72 hours ago, or if less is due than was proposed, so that it must be
 * withdrawn. The route requires a fresh proof of identity.
 */
export async function releaseBatch(viewer: Viewer, id: string): Promise<BatchDetailDto> {
  return changeBatch(
    viewer,
    (tx) => tx.payout.findMany({ where: { batchId: id }, select: { userId: true }, take: MAX_BATCH }),
    async (tx) => {
      const batch = await lockBatch(tx, id);
      requireProposed(batch);
      if (batch.proposedById === viewer.userId)
        throw new AppError("FORBIDDEN", "You proposed this batch, so another administrator must release it");
      const payouts = await tx.payout.findMany({
        where: { batchId: id },
        include: releaseInclude,
        take: MAX_BATCH,
      });
      if (payouts.some(({ accountEnteredBy }) => accountEnteredBy === viewer.userId))
        throw new AppError(
          "FORBIDDEN",
          "You entered an account in this batch, so another administrator must release it",
        );
      const enteredBy = payouts.flatMap(({ accountEnteredBy }) => accountEnteredBy ?? []);
      await requireIndependent(tx, viewer.userId, [...new Set([batch.proposedById, ...enteredBy])]);
      await requireNoOpenRestore(tx);
      await requireReleasable(tx, payouts);
      const subjects = { batch: [id], payout: payouts.map((payout) => payout.id) };
      const actId = await recordAct(tx, { kind: "release", actorId: viewer.userId, subjects });
      await postReleases(tx, actId, payouts);
      const released = { state: "released", actId } as const;
      await tx.payout.updateMany({ where: { batchId: id }, data: released });
      await tx.payoutBatch.update({ where: { id }, data: { ...released, ...decided(viewer) } });
      for (const payout of payouts) {
        const data = { batchId: id, payoutId: payout.id };
        await audit(tx, { actorId: viewer.userId, action: "payout.released", targetId: payout.userId, data });
        if (!payout.user) continue;
        await enqueue(tx, {
          to: payout.user.email,
          userId: payout.user.id,
          template: "payoutReleased",
          data: {
            name: payout.user.name,
            amount: formatKobo(payout.amount),
            reference: payout.reference,
            account: describeAccount(openAccount("payouts", payout)!),
            parts: payout.parts.map(({ amount, source, investment }) => ({
              amount: formatKobo(amount),
              isRefund: source === "receipt",
              investment: investment?.reference ?? null,
            })),
          },
        });
      }
      return id;
    },
    { timeoutMs: RELEASE_TIMEOUT_MS },
  );
}

/** Enquiries that an administrator can repeat within an hour. */
const REPEATS_PER_HOUR = 10;

/**
 * Asks again for the holders of the accounts of a proposed batch, except for names that match. Throws NOT_FOUND, FORBIDDEN, RATE_LIMITED,
 * RECENTLY_RESET, and CONFLICT for a decided batch, or without a provider. Audited.
 */
export async function repeatNameEnquiries(viewer: Viewer, id: string): Promise<BatchDetailDto> {
  await consume(`name-enquiries|${viewer.userId}`, REPEATS_PER_HOUR, 3_600);
  return changeBatch(
    viewer,
    (tx) => tx.payout.findMany({ where: { batchId: id }, select: { userId: true }, take: MAX_BATCH }),
    async (tx) => {
      requireProposed(await lockBatch(tx, id));
      if (env.IDENTITY_PROVIDER === "manual")
        throw new AppError("CONFLICT", "No provider is set up that could be asked for names");
      const payouts = await tx.payout.findMany({
        where: { batchId: id },
        include: { nameEnquiry: true },
        take: MAX_BATCH,
      });
      const now = new Date();
      const open = payouts.filter(
        ({ nameEnquiry }) => !nameEnquiry || !["matches", "waiting"].includes(currentState(nameEnquiry, now)),
      );
      await addNameEnquiries(
        tx,
        open.map((payout) => payout.id),
      );
      const data = { batchId: id, count: open.length };
      await audit(tx, { actorId: viewer.userId, action: "payout.names_asked", targetId: null, data });
      return id;
    },
  );
}

async function postReleases(tx: Tx, actId: string, payouts: readonly PayoutWithParts[]): Promise<void> {
  const on = lagosDay();
  const entries = payouts.flatMap(({ parts }) =>
    parts.map(({ id: part, source, amount, investmentId, userId }) =>
      source === "receipt"
        ? journal.refundRelease({ actId, part, on, amount }, investmentId)
        : journal.payoutRelease({ id: investmentId!, userId: userId! }, { actId, part, on, amount }),
    ),
  );
  try {
    await postEntries(tx, entries);
  } catch (error) {
    if (error instanceof AppError && error.code === "CONFLICT")
      throw new AppError(
        "CONFLICT",
        "The amount due is less than proposed. Withdraw the batch and propose it again.",
      );
    throw error;
  }
}

/**
 * Enters the account for a refund to an unknown sender, as given by the bank. The administrator who enters it cannot release it. Throws
 * NOT_FOUND, including for an investor's payout, which uses the verified account, CONFLICT if another administrator has entered one, and
 * RECENTLY_RESET. The route requires a fresh proof of identity.
 */
export async function enterReceiptAccount(viewer: Viewer, id: string, account: BankAccount): Promise<void> {
  await transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    await requireOwnPassword(tx, viewer.userId);
    // A concurrent proposal would otherwise seal the earlier account.
    await lock(tx, AdvisoryLock.payouts);
    const due = await tx.amountDue.findFirst({ where: { id, state: "due", userId: null } });
    if (!due) throw notFound("This refund does not need an account");
    const { accountEnteredBy } = due;
    // The administrator who has entered an account cannot release it, so the record must not be lost.
    const enteredBy =
      accountEnteredBy && accountEnteredBy !== viewer.userId
        ? await tx.user.findFirst({ where: { id: accountEnteredBy, role: "admin" } })
        : null;
    if (enteredBy)
      throw new AppError("CONFLICT", `${enteredBy.name} entered this account, so only they can change it`);
    await requireNoStoppedAccount(tx, [account]);
    const actorId = viewer.userId;
    const actId = await recordAct(tx, { kind: "enter_account", actorId, subjects: { due: [id] } });
    const data = { ...sealAccount("amounts_due", id, account), accountEnteredBy: actorId, actId };
    await tx.amountDue.update({ where: { id }, data });
    await audit(tx, {
      actorId: viewer.userId,
      action: "payout.account_entered",
      targetId: null,
      data: { dueId: id },
    });
  });
}
