import "server-only";
import { dayOf } from "@/lib/dates";
import { db, Prisma, type Tx } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { mask } from "@/lib/mask";
import { openAccount, readVerifiedAccounts } from "./accounts";
import type { BatchDetailDto, BatchDto, DueDto, PayoutAccount, PayoutDto } from "./schema";

type Reader = Tx | typeof db;

interface Page {
  after?: string | undefined;
  limit: number;
}

/** What is due for an investment, before it is known to whom it can be paid. */
export interface Due {
  id: string;
  source: "investment" | "receipt";
  investmentId: string | null;
  userId: string | null;
  investorName: string | null;
  reference: string | null;
  amount: bigint;
  isProposed: boolean;
  cameBack: boolean;
}

/** What the ledger owes for investments now, by the ids of the investments. */
async function readDueInvestments(
  { ids, after, limit }: Page & { ids?: readonly string[] },
  reader: Reader,
): Promise<Due[]> {
  const chosen = ids
    ? Prisma.sql`AND subject_id = ANY (${[...ids]}::uuid[])`
    : after
      ? Prisma.sql`AND subject_id > ${after}::uuid`
      : Prisma.empty;
  const rows = await reader.$queryRaw<Omit<Due, "source">[]>`
    SELECT i.id, i.id AS "investmentId", u.id AS "userId", u.name AS "investorName", i.reference, -due.balance AS amount,
      EXISTS (SELECT FROM payouts AS p WHERE p.investment_id = i.id AND p.source = 'investment' AND p.state = 'proposed') AS "isProposed",
      coalesce((SELECT p.state = 'returned' FROM payouts AS p WHERE p.investment_id = i.id AND p.source = 'investment'
        ORDER BY p.id DESC LIMIT 1), false) AS "cameBack"
    FROM (
      SELECT id, subject_id, balance FROM ledger_accounts
      WHERE name = 'due_to_investor' AND balance < 0 ${chosen}
      ORDER BY subject_id LIMIT ${limit}) AS due
    JOIN investments AS i ON i.id = due.subject_id JOIN users AS u ON u.id = i.user_id
    ORDER BY i.id`;
  return rows.map((row) => ({ ...row, source: "investment" }));
}

/** The maximum number of receipts that are listed; they are few. */
const MAX_RECEIPTS = 500;

const receiptInclude = {
  user: { select: { name: true } },
  investment: { select: { reference: true } },
} as const satisfies Prisma.PayoutInclude;

/** The receipts that have to be sent back. */
async function readDueReceipts(ids: readonly string[] | undefined, reader: Reader): Promise<Due[]> {
  const rows = await reader.payout.findMany({
    where: { state: "due", ...(ids && { id: { in: [...ids] } }) },
    include: receiptInclude,
    orderBy: { id: "asc" },
    take: MAX_RECEIPTS,
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
    cameBack: false,
  }));
}

/** What is due, with these ids. */
export async function findDue(ids: readonly string[], reader: Reader = db): Promise<Due[]> {
  return [
    ...(await readDueReceipts(ids, reader)),
    ...(await readDueInvestments({ ids, limit: ids.length }, reader)),
  ];
}

export interface Payable extends Due {
  account: PayoutAccount | null;
  problem: DueDto["problem"];
  heldUntil: Date | null;
}

/** To which account each can be paid now, and what prevents it. */
export async function withAccounts(
  dues: readonly Due[],
  reader: Reader = db,
  now = new Date(),
): Promise<Payable[]> {
  const userIds = [...new Set(dues.flatMap(({ userId }) => userId ?? []))];
  const verified = await readVerifiedAccounts(userIds, reader);
  // Whoever administrators do not know has the account that one of them has entered.
  const unknown = dues.filter(({ userId }) => !userId).map(({ id }) => id);
  const entered = await reader.payout.findMany({ where: { id: { in: unknown } }, take: unknown.length });
  const accounts = new Map(entered.map((payout) => [payout.id, openAccount(payout)]));
  return dues.map((due) => {
    const own = due.userId ? verified.get(due.userId) : undefined;
    const account = own ?? accounts.get(due.id) ?? null;
    const isHeld = own !== undefined && own.heldUntil > now;
    return {
      ...due,
      account,
      problem: due.isProposed ? "proposed" : !account ? "no_account" : isHeld ? "held" : null,
      heldUntil: isHeld ? own.heldUntil : null,
    };
  });
}

const toMasked = (account: PayoutAccount | null) =>
  account && {
    bankName: account.bankName,
    accountNumber: mask(account.accountNumber),
    accountName: account.accountName,
  };

const toDueDto = (due: Payable): DueDto => ({
  _id: due.id,
  source: due.source,
  investor: due.userId && due.investorName !== null ? { _id: due.userId, name: due.investorName } : null,
  reference: due.reference,
  amount: String(due.amount),
  account: toMasked(due.account),
  problem: due.problem,
  heldUntil: due.heldUntil?.toISOString() ?? null,
  cameBack: due.cameBack,
});

/** What is due now: receipts to be sent back on the first page, then what is due for investments, the oldest investment first. */
export async function listDue(page: Page): Promise<{ due: DueDto[]; next: string | null }> {
  const receipts = page.after ? [] : await readDueReceipts(undefined, db);
  const found = await readDueInvestments({ ...page, limit: page.limit + 1 }, db);
  const investments = found.slice(0, page.limit);
  const due = await withAccounts([...receipts, ...investments]);
  return { due: due.map(toDueDto), next: found.length > page.limit ? investments.at(-1)!.id : null };
}

/** The names of administrators; those whose account is deleted have none. */
async function readNames(ids: readonly (string | null)[], reader: Reader): Promise<Map<string, string>> {
  const wanted = ids.flatMap((id) => id ?? []);
  const users = await reader.user.findMany({
    where: { id: { in: wanted } },
    select: { id: true, name: true },
    take: wanted.length,
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}

const toBatchDto = (row: Prisma.PayoutBatchModel, names: Map<string, string>): BatchDto => {
  const person = (id: string) => ({ _id: id, name: names.get(id) ?? "A deleted administrator" });
  return {
    _id: row.id,
    state: row.state,
    count: row.count,
    total: String(row.total),
    proposedBy: person(row.proposedById),
    proposedAt: row.proposedAt.toISOString(),
    decidedBy: row.decidedById ? person(row.decidedById) : null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
};

/** The batches, newest first. */
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
  return {
    batches: rows.map((row) => toBatchDto(row, names)),
    next: found.length > limit ? rows.at(-1)!.id : null,
  };
}

const payoutInclude = { user: { select: { id: true, name: true } } } as const satisfies Prisma.PayoutInclude;

const toPayoutDto = (payout: Prisma.PayoutGetPayload<{ include: typeof payoutInclude }>): PayoutDto => ({
  _id: payout.id,
  source: payout.source,
  state: payout.state,
  amount: String(payout.amount),
  reference: payout.reference,
  investor: payout.user && { _id: payout.user.id, name: payout.user.name },
  account: toMasked(openAccount(payout)),
  settledOn: payout.settledOn && dayOf(payout.settledOn),
});

/** A batch with its payouts. Throws NOT_FOUND. */
export async function getBatch(id: string, reader: Reader = db): Promise<BatchDetailDto> {
  const batch = await reader.payoutBatch.findUnique({
    where: { id },
    include: { payouts: { include: payoutInclude, orderBy: { id: "asc" } } },
  });
  if (!batch) throw notFound("This batch does not exist");
  const names = await readNames([batch.proposedById, batch.decidedById], reader);
  return { ...toBatchDto(batch, names), payouts: batch.payouts.map(toPayoutDto) };
}
