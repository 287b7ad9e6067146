import "server-only";
import { isRequired } from "@/lib/approvals/requirements";
import { recordReads } from "@/lib/audit/reads";
import type { BankAccount } from "@/lib/bank/account-schema";
import { openAccount } from "@/lib/bank/sealed-account";
import { dayOf, lagosDay } from "@/lib/dates";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { mask } from "@/lib/mask";
import type { Viewer } from "@/lib/viewer";
import { readVerifiedAccounts } from "./accounts";
import { toBankText } from "./bank-text-rules";
import { readEvidence, type Evidence } from "./evidence";
import { readInFiles } from "./file-payouts";
import { readOpenRestore } from "./restores";
import {
  MAX_BATCH,
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

/** Selects a page, or specific ids. */
type Selection = Page & { ids?: readonly string[] };

/** An amount due, without its account. */
export interface Due {
  id: string;
  source: "investment" | "receipt";
  investmentId: string | null;
  userId: string | null;
  investorName: string | null;
  reference: string | null;
  amount: bigint;
  isProposed: boolean;
}

/** Returns the amounts due in the ledger, by investment id. */
async function readDueInvestments({ ids, after, limit }: Selection, reader: Reader): Promise<Due[]> {
  const chosen = ids
    ? Prisma.sql`AND subject_id = ANY (${[...ids]}::uuid[])`
    : after
      ? Prisma.sql`AND subject_id > ${after}::uuid`
      : Prisma.empty;
  const rows = await reader.$queryRaw<Omit<Due, "source">[]>`
    SELECT i.id, i.id AS "investmentId", u.id AS "userId", u.name AS "investorName", i.reference, -due.balance AS amount,
      EXISTS (SELECT FROM payouts AS p WHERE p.investment_id = i.id AND p.source = 'investment' AND p.state = 'proposed') AS "isProposed"
    FROM (
      SELECT id, subject_id, balance FROM ledger_accounts
      WHERE name = 'due_to_investor' AND balance < 0 ${chosen}
      ORDER BY subject_id LIMIT ${limit}) AS due
    JOIN investments AS i ON i.id = due.subject_id JOIN users AS u ON u.id = i.user_id
    ORDER BY i.id`;
  return rows.map((row) => ({ ...row, source: "investment" }));
}

const receiptInclude = {
  user: { select: { name: true } },
  investment: { select: { reference: true } },
} as const satisfies Prisma.PayoutInclude;

/** Returns the refunds due. */
async function readDueReceipts({ ids, after, limit }: Selection, reader: Reader): Promise<Due[]> {
  const rows = await reader.payout.findMany({
    where: { state: "due", ...(ids ? { id: { in: [...ids] } } : after && { id: { gt: after } }) },
    include: receiptInclude,
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ id, investmentId, userId, amount, user, investment }) => ({
    id,
    source: "receipt",
    investmentId,
    userId,
    investorName: user?.name ?? null,
    reference: investment?.reference ?? null,
    amount,
    isProposed: false,
  }));
}

/** Returns the amounts due with these ids. */
export async function findDue(ids: readonly string[], reader: Reader = db): Promise<Due[]> {
  return readDue({ ids, limit: ids.length }, reader);
}

const readDue = async (selection: Selection, reader: Reader): Promise<Due[]> => [
  ...(await readDueReceipts(selection, reader)),
  ...(await readDueInvestments(selection, reader)),
];

/**
 * Returns released payouts that were returned or rejected and not released again, by the id of the amount due. A line may have been matched
 * by mistake, so that nothing is actually due.
 */
async function readReturned(
  ids: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, DueDto["cameBack"]>> {
  const rows = await reader.$queryRaw<{ id: string; releasedAt: Date; settledOn: Date | null }[]>`
    SELECT id, decided_at AS "releasedAt", settled_on AS "settledOn" FROM (
      SELECT DISTINCT ON (p.investment_id) p.investment_id AS id, p.state, p.settled_on, b.decided_at
      FROM payouts AS p JOIN payout_batches AS b ON b.id = p.batch_id
      WHERE p.investment_id = ANY (${[...ids]}::uuid[]) AND p.source = 'investment' AND p.state IN ('released', 'paid', 'returned')
      ORDER BY p.investment_id, coalesce(CASE p.state WHEN 'returned' THEN p.settled_on END,
        (b.decided_at AT TIME ZONE 'Africa/Lagos')::date) DESC, p.id DESC) AS last
    WHERE state = 'returned'
    UNION ALL
    SELECT due.id, b.decided_at, p.settled_on
    FROM payouts AS due JOIN payouts AS p ON p.state = 'returned' AND p.amount = due.amount AND p.source = due.source
      AND (p.line_id, p.investment_id) IS NOT DISTINCT FROM (due.line_id, due.investment_id)
    JOIN payout_batches AS b ON b.id = p.batch_id
    WHERE due.id = ANY (${[...ids]}::uuid[]) AND due.source = 'receipt'
    ORDER BY "releasedAt"`;
  return new Map(
    rows.map(({ id, releasedAt, settledOn }) => [
      id,
      { releasedOn: lagosDay(releasedAt), on: settledOn && dayOf(settledOn) },
    ]),
  );
}

export interface Payable extends Due {
  account: BankAccount | null;
  problem: DueDto["problem"];
  heldUntil: Date | null;
  stop: PayoutStopDto | null;
}

/** Adds the account of each amount due, and the reason why it cannot be paid. */
export async function withAccounts(
  dues: readonly Due[],
  reader: Reader = db,
  now = new Date(),
): Promise<Payable[]> {
  const userIds = [...new Set(dues.flatMap(({ userId }) => userId ?? []))];
  const verified = await readVerifiedAccounts(userIds, reader);
  const stops = await readStops(userIds, reader);
  const restoredOn = await readOpenRestore(reader);
  // Unknown senders are paid to the account an administrator entered.
  const unknown = dues.filter(({ userId }) => !userId).map(({ id }) => id);
  const entered = await reader.payout.findMany({ where: { id: { in: unknown } }, take: unknown.length });
  const accounts = new Map(entered.map((payout) => [payout.id, openAccount(payout)]));
  return dues.map((due) => {
    const verifiedAccount = due.userId ? verified.get(due.userId) : undefined;
    const account = verifiedAccount ?? accounts.get(due.id) ?? null;
    const isHeld = verifiedAccount !== undefined && verifiedAccount.heldUntil > now;
    const stop = stops.get(due.userId ?? "") ?? null;
    return {
      ...due,
      account,
      problem: due.isProposed
        ? "proposed"
        : restoredOn
          ? "restored"
          : stop
            ? "stopped"
            : !account
              ? "no_account"
              : isHeld
                ? "held"
                : null,
      heldUntil: isHeld ? verifiedAccount.heldUntil : null,
      stop,
    };
  });
}

const toMasked = (account: BankAccount | null) =>
  account && {
    bankName: account.bankName,
    accountNumber: mask(account.accountNumber),
    accountName: account.accountName,
  };

const toDueDto = (due: Payable, cameBack: DueDto["cameBack"]): DueDto => ({
  _id: due.id,
  source: due.source,
  investor: due.userId && due.investorName !== null ? { _id: due.userId, name: due.investorName } : null,
  reference: due.reference,
  amount: String(due.amount),
  account: toMasked(due.account),
  problem: due.problem,
  heldUntil: due.heldUntil?.toISOString() ?? null,
  stop: due.stop,
  cameBack,
});

/** Returns the amounts due, for investments and refunds, by creation time, the oldest first. */
export async function listDue({ after, limit }: Page): Promise<{ due: DueDto[]; next: string | null }> {
  const found = await readDue({ after, limit: limit + 1 }, db);
  const rows = found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
  const dues = await withAccounts(rows);
  const cameBack = await readReturned(
    rows.map(({ id }) => id),
    db,
  );
  return {
    due: dues.map((due) => toDueDto(due, cameBack.get(due.id) ?? null)),
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

/** Returns how many payouts of each batch were paid and came back. */
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

const payoutInclude = {
  user: { select: { id: true, name: true } },
  investment: { select: { id: true, reference: true } },
} as const satisfies Prisma.PayoutInclude;

function toSentAccount(account: BankAccount | null): Pick<PayoutDto, "account" | "sentAs"> {
  const sent = account && toBankText(account.accountName);
  return { account: toMasked(account), sentAs: sent === account?.accountName ? null : sent };
}

const toPayoutDto = (
  payout: Prisma.PayoutGetPayload<{ include: typeof payoutInclude }>,
  names: Names,
  marks: Pick<PayoutDto, "cameBack" | "stop" | "isInFile">,
  { reasons, receipts }: Evidence,
): PayoutDto => ({
  _id: payout.id,
  source: payout.source,
  state: payout.state,
  amount: String(payout.amount),
  reference: payout.reference,
  investor: payout.user && { _id: payout.user.id, name: payout.user.name },
  ...toSentAccount(openAccount(payout)),
  accountEnteredBy: payout.accountEnteredBy ? toPerson(payout.accountEnteredBy, names) : null,
  settledOn: payout.settledOn && dayOf(payout.settledOn),
  ...marks,
  investment: payout.investment && { _id: payout.investment.id, reference: payout.investment.reference },
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

/** Returns the payouts of a withdrawn batch: its refunds are due again, or in a later batch. */
async function readWithdrawn(batchId: string, reader: Reader) {
  const { act } = await reader.moneyActSubject.findFirstOrThrow({
    where: { thing: "batch", id: batchId, act: { kind: "propose" } },
    include: { act: { include: { subjects: { where: { thing: "payout" }, take: MAX_BATCH } } } },
  });
  const ids = act.subjects.map(({ id }) => id);
  const where = { id: { in: ids } };
  const payouts = await reader.payout.findMany({
    where,
    include: payoutInclude,
    orderBy: { id: "asc" },
    take: ids.length,
  });
  return payouts.map((payout) => ({ ...payout, state: "withdrawn" as const }));
}

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
  if (batch.state === "withdrawn") batch.payouts = await readWithdrawn(id, reader);
  const evidence = await readEvidence(
    batch.payouts.map((payout) => payout.id),
    reader,
  );
  const people = [
    ...batch.payouts.map(({ accountEnteredBy }) => accountEnteredBy),
    ...[...evidence.values()].flatMap(({ receipts }) =>
      receipts.map(({ statement }) => statement?.importedById ?? null),
    ),
  ];
  const names = await readNames([batch.proposedById, batch.decidedById, ...people], reader);
  const dueId = ({ source, id: payoutId, investmentId }: Prisma.PayoutModel) =>
    source === "receipt" ? payoutId : investmentId!;
  const cameBack = await readReturned(batch.state === "proposed" ? batch.payouts.map(dueId) : [], reader);
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
    payouts: batch.payouts.map((payout) =>
      toPayoutDto(
        payout,
        names,
        {
          cameBack: cameBack.get(dueId(payout)) ?? null,
          stop: open.includes(payout) ? (stops.get(payout.userId ?? "") ?? null) : null,
          isInFile: inFiles.has(payout.id),
        },
        evidence.get(payout.id)!,
      ),
    ),
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
