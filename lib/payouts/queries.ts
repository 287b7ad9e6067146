import "server-only";
import { isRequired } from "@/lib/approvals/requirements";
import { recordReads } from "@/lib/audit/reads";
import type { BankAccount } from "@/lib/bank/account-schema";
import { openAccount } from "@/lib/bank/sealed-account";
import { openTexts } from "@/lib/bank/statement-lines";
import { dayOf, lagosDay } from "@/lib/dates";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { mask } from "@/lib/mask";
import type { Viewer } from "@/lib/viewer";
import { readVerifiedAccounts } from "./accounts";
import { toBankText } from "./bank-text-rules";
import { readEvidence, type Evidence } from "./evidence";
import { readInFiles } from "./file-payouts";
import { openNameAnswer } from "./name-enquiries";
import { currentState } from "./name-enquiry-rules";
import { readOpenRestore } from "./restores";
import { findHeld } from "@/lib/users/watchlist-hold";
import {
  dueProblems,
  type BatchDetailDto,
  type BatchDto,
  type DueDto,
  type PayoutDto,
  type PayoutStopDto,
} from "./schema";
import { readStops } from "./stops";

type Reader = Tx | typeof db;

interface Page {
  after?: string | undefined;
  limit: number;
}

const dueInclude = {
  user: { select: { name: true } },
  investment: { select: { id: true, reference: true } },
  returned: { include: { batch: { select: { decidedAt: true } } } },
} as const satisfies Prisma.AmountDueInclude;
type Due = Prisma.AmountDueGetPayload<{ include: typeof dueInclude }>;

/** Returns the amounts due with these ids that are in no payout. */
export const findDue = (ids: readonly string[], reader: Reader = db): Promise<Due[]> =>
  reader.amountDue.findMany({
    where: { id: { in: [...ids] }, state: "due" },
    include: dueInclude,
    orderBy: { id: "asc" },
    take: ids.length,
  });

/**
 * Returns when an amount was released before, if that payout was returned: a line may have been matched by mistake, so that nothing is
 * actually due.
 */
const toCameBack = ({ returned }: Due): DueDto["cameBack"] =>
  returned && {
    releasedOn: lagosDay(returned.batch.decidedAt!),
    on: returned.settledOn && dayOf(returned.settledOn),
  };

export interface Payable extends Due {
  account: BankAccount | null;
  problem: DueDto["problem"];
  heldUntil: Date | null;
  stop: PayoutStopDto | null;
}

/** Returns the first problem in the order of `dueProblems`. */
const problemOf = (has: Record<NonNullable<DueDto["problem"]>, boolean>): DueDto["problem"] =>
  dueProblems.find((problem) => has[problem]) ?? null;

/** Adds the account of each amount due, and the reason why it cannot be paid. Unknown senders are paid to the entered account. */
export async function withAccounts(
  dues: readonly Due[],
  reader: Reader = db,
  now = new Date(),
): Promise<Payable[]> {
  const userIds = [...new Set(dues.flatMap(({ userId }) => userId ?? []))];
  const verified = await readVerifiedAccounts(userIds, reader);
  const stops = await readStops(userIds, reader);
  const waiting = await findHeld(userIds, reader);
  const restoredOn = await readOpenRestore(reader);
  return dues.map((due) => {
    const verifiedAccount = due.userId ? verified.get(due.userId) : undefined;
    const account = verifiedAccount ?? (due.userId ? null : openAccount("amounts_due", due));
    const isHeld = verifiedAccount !== undefined && verifiedAccount.heldUntil > now;
    const stop = stops.get(due.userId ?? "") ?? null;
    return {
      ...due,
      account,
      problem: problemOf({
        restored: restoredOn !== null,
        stopped: stop !== null,
        watchlist: due.userId !== null && waiting.has(due.userId),
        no_account: !account,
        held: isHeld,
      }),
      heldUntil: isHeld ? verifiedAccount.heldUntil : null,
      stop,
    };
  });
}

export const toMasked = (account: BankAccount | null) =>
  account && {
    bankName: account.bankName,
    accountNumber: mask(account.accountNumber),
    accountName: account.accountName,
  };

/** Returns the statement lines of refunds to unknown senders, by id. */
async function readUnknownLines(dues: readonly Due[]): Promise<Map<string, DueDto["line"]>> {
  const ids = dues.flatMap(({ userId, lineId }) => (userId === null && lineId !== null ? lineId : []));
  const rows = await db.statementLine.findMany({ where: { id: { in: ids } }, take: ids.length });
  return new Map(
    rows.map((row) => {
      const { narration, counterparty } = openTexts(row);
      return [row.id, { on: dayOf(row.on), narration, counterparty }];
    }),
  );
}

async function toDueDtos(rows: readonly Due[]): Promise<DueDto[]> {
  const lines = await readUnknownLines(rows);
  return (await withAccounts(rows)).map((due) => toDueDto(due, lines.get(due.lineId ?? "") ?? null));
}

const toDueDto = (due: Payable, line: DueDto["line"]): DueDto => ({
  _id: due.id,
  source: due.source,
  investor: due.userId && due.user ? { _id: due.userId, name: due.user.name } : null,
  reference: due.investment?.reference ?? null,
  line,
  amount: String(due.amount),
  on: dayOf(due.on),
  account: toMasked(due.account),
  problem: due.problem,
  heldUntil: due.heldUntil?.toISOString() ?? null,
  stop: due.stop,
  cameBack: toCameBack(due),
});

/** Returns the amounts due that are in no payout and match a condition, oldest first. */
export async function readDue(where: Prisma.AmountDueWhereInput, take: number): Promise<DueDto[]> {
  const rows = await db.amountDue.findMany({
    where: { AND: [where, { state: "due" }] },
    include: dueInclude,
    orderBy: { id: "asc" },
    take,
  });
  return toDueDtos(rows);
}

/** Returns the number of amounts due that are in no payout. */
export const countDue = (): Promise<number> => db.amountDue.count({ where: { state: "due" } });

/** Returns the amounts due that are in no payout, in the order of their creation. */
export async function listDue({ after, limit }: Page): Promise<{ due: DueDto[]; next: string | null }> {
  const found = await db.amountDue.findMany({
    where: { state: "due", ...(after && { id: { gt: after } }) },
    include: dueInclude,
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  return {
    due: await toDueDtos(rows),
    next: found.length > limit ? rows.at(-1)!.id : null,
  };
}

/** Returns the names of administrators, without deleted ones. */
async function readNames(ids: readonly (string | null)[], reader: Reader): Promise<Map<string, string>> {
  const wanted = ids.flatMap((id) => id ?? []);
  const users = await reader.user.findMany({
    where: { id: { in: wanted } },
    select: { id: true, name: true },
    take: wanted.length,
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}

type Names = ReadonlyMap<string, string>;
const toPerson = (id: string, names: Names) => ({
  _id: id,
  name: names.get(id) ?? "A deleted administrator",
});

interface Outcome {
  paid: number;
  returned: number;
}

/** Returns how many payouts of each batch were paid and returned. */
async function readOutcomes(batchIds: readonly string[], reader: Reader): Promise<Map<string, Outcome>> {
  const rows = await reader.payout.groupBy({
    by: ["batchId", "state"],
    where: { batchId: { in: [...batchIds] }, state: { in: ["paid", "returned"] } },
    _count: true,
  });
  const countOf = (id: string, state: "paid" | "returned") =>
    rows.find((row) => row.batchId === id && row.state === state)?._count ?? 0;
  return new Map(
    batchIds.map((id) => [id, { paid: countOf(id, "paid"), returned: countOf(id, "returned") }]),
  );
}

const toBatchDto = (row: Prisma.PayoutBatchModel, names: Names, outcome: Outcome): BatchDto => ({
  ...outcome,
  _id: row.id,
  state: row.state,
  count: row.count,
  total: String(row.total),
  proposedBy: toPerson(row.proposedById, names),
  proposedAt: row.proposedAt.toISOString(),
  decidedBy: row.decidedById ? toPerson(row.decidedById, names) : null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** Returns the number of batches that an administrator could release. */
export const countWaitingBatches = (userId: string): Promise<number> =>
  db.payoutBatch.count({ where: { state: "proposed", proposedById: { not: userId } } });

/** Returns the batches, newest first. */
export async function listBatches({
  after,
  limit,
}: Page): Promise<{ batches: BatchDto[]; next: string | null }> {
  const found = await db.payoutBatch.findMany({
    where: after ? { id: { lt: after } } : {},
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  const names = await readNames(
    rows.flatMap(({ proposedById, decidedById }) => [proposedById, decidedById]),
    db,
  );
  const outcomes = await readOutcomes(
    rows.map(({ id }) => id),
    db,
  );
  return {
    batches: rows.map((row) => toBatchDto(row, names, outcomes.get(row.id)!)),
    next: found.length > limit ? rows.at(-1)!.id : null,
  };
}

/** The payouts of a batch, and their parts, by creation time. */
const payoutInclude = {
  user: { select: { id: true, name: true } },
  nameEnquiry: true,
  parts: { include: dueInclude, orderBy: { id: "asc" } },
} as const satisfies Prisma.PayoutInclude;

function toSentAccount(account: BankAccount | null): Pick<PayoutDto, "account" | "sentAs"> {
  const sent = account && toBankText(account.accountName);
  return { account: toMasked(account), sentAs: sent === account?.accountName ? null : sent };
}

const toPayoutDto = (
  payout: Prisma.PayoutGetPayload<{ include: typeof payoutInclude }>,
  names: Names,
  marks: Pick<PayoutDto, "stop" | "isInFile">,
  evidence: ReadonlyMap<string, Evidence>,
): PayoutDto => ({
  _id: payout.id,
  state: payout.state,
  amount: String(payout.amount),
  reference: payout.reference,
  investor: payout.user && { _id: payout.user.id, name: payout.user.name },
  ...toSentAccount(openAccount("payouts", payout)),
  accountEnteredBy: payout.accountEnteredBy ? toPerson(payout.accountEnteredBy, names) : null,
  settledOn: payout.settledOn && dayOf(payout.settledOn),
  nameEnquiry: payout.nameEnquiry && toNameEnquiry(payout.nameEnquiry),
  ...marks,
  parts: payout.parts.map((part) => toPartDto(part, names, evidence.get(part.id)!)),
});

function toNameEnquiry(enquiry: Prisma.NameEnquiryModel): NonNullable<PayoutDto["nameEnquiry"]> {
  const answer = openNameAnswer(enquiry);
  return {
    state: currentState(enquiry, new Date()),
    name: answer?.name ?? null,
    session: answer?.session ?? null,
    askedAt: enquiry.askedAt.toISOString(),
  };
}

const toPartDto = (due: Due, names: Names, { reasons, receipts }: Evidence): PayoutDto["parts"][number] => ({
  _id: due.id,
  source: due.source,
  amount: String(due.amount),
  on: dayOf(due.on),
  cameBack: toCameBack(due),
  investment: due.investment && { _id: due.investment.id, reference: due.investment.reference },
  reasons,
  receipts: receipts.map(({ on, amount, statement }) => ({
    on,
    amount: String(amount),
    statement: statement && {
      fileName: statement.fileName,
      importedBy: toPerson(statement.importedById, names),
    },
  })),
});

/** Returns how often the file of a batch was downloaded. */
export const countDownloads = (batchId: string, reader: Reader): Promise<number> =>
  reader.moneyAct.count({
    where: { kind: "download", subjects: { some: { thing: "batch", id: batchId } } },
  });

/** Returns a batch with its payouts. The caller records it as a read of each investor. Throws NOT_FOUND. */
export async function readBatch(id: string, reader: Reader = db): Promise<BatchDetailDto> {
  const batch = await reader.payoutBatch.findUnique({
    where: { id },
    include: { payouts: { include: payoutInclude, orderBy: { id: "asc" } } },
  });
  if (!batch) throw notFound("This batch does not exist");
  const evidence = await readEvidence(
    batch.payouts.flatMap(({ parts }) => parts.map((part) => part.id)),
    reader,
  );
  const people = [
    ...batch.payouts.map(({ accountEnteredBy }) => accountEnteredBy),
    ...[...evidence.values()].flatMap(({ receipts }) =>
      receipts.map(({ statement }) => statement?.importedById ?? null),
    ),
  ];
  const names = await readNames([batch.proposedById, batch.decidedById, ...people], reader);
  const open = batch.payouts.filter(({ state }) => state === "proposed" || state === "released");
  const stops = await readStops(
    open.map(({ userId }) => userId),
    reader,
  );
  const inFiles = await readInFiles(
    batch.payouts.map((payout) => payout.id),
    reader,
  );
  return {
    ...toBatchDto(batch, names, (await readOutcomes([id], reader)).get(id)!),
    isSecondApprovalOn: await isRequired(reader, "second_approval"),
    restoredOn: await readOpenRestore(reader),
    payouts: batch.payouts.map((payout) => {
      const stop = open.includes(payout) ? (stops.get(payout.userId ?? "") ?? null) : null;
      return toPayoutDto(payout, names, { stop, isInFile: inFiles.has(payout.id) }, evidence);
    }),
  };
}

/** Returns a batch with its payouts. It is recorded as a read of each investor. Throws NOT_FOUND. */
export async function getBatch(viewer: Viewer, id: string): Promise<BatchDetailDto> {
  const batch = await readBatch(id);
  await recordBatchRead(viewer, batch);
  return batch;
}

/** Records the read of a batch. */
export const recordBatchRead = (viewer: Viewer, { payouts }: BatchDetailDto): Promise<void> =>
  recordPayeeReads(
    viewer,
    payouts.map(({ investor }) => investor?._id ?? null),
    "account",
  );

/** Records a read of each investor among payees; unknown payees are null. */
export function recordPayeeReads(
  viewer: Viewer,
  payees: readonly (string | null)[],
  part: "account" | "export",
): Promise<void> {
  const investors = [...new Set(payees.flatMap((userId) => userId ?? []))];
  return recordReads(
    viewer,
    investors.map((subjectId) => ({ subjectId, part })),
  );
}
