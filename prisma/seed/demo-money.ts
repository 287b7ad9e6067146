import { importStatement } from "@/lib/bank/import";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { listLines } from "@/lib/bank/queries";
import { addMonths, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { unusedReference, requestInvestment } from "@/lib/investments/commands";
import { env } from "@/lib/env";
import { demoAccount } from "@/lib/investments/firm-account";
import { postDueInvestments } from "@/lib/investments/posting";
import { readBalance } from "@/lib/ledger/queries";
import { toNaira } from "@/lib/money";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { answerNameEnquiry } from "@/lib/payouts/name-enquiries";
import { matchPayouts } from "@/lib/payouts/settlement";
import { hashTerms } from "@/lib/plans/terms-hash";
import { termsDto } from "@/lib/plans/terms-schema";
import type { Viewer } from "@/lib/viewer";
import { asViewer } from "./demo-cases";

/**
 * A demo investor with every state (product 10.31 to 10.36), created by the product's commands: active and matured investments, one
 * awaiting a declaration and one awaiting a transfer; paid payouts and an amount due; a statement with undecided lines.
 */
const today = lagosDay();
const before = (months: number, days = 0) => dayAt(dayNumber(addMonths(today, -months)) - days);

/** Adds a request on an earlier day, with the receipt of its full amount. */
async function investedSince(
  staff: Viewer,
  userId: string,
  slug: string,
  naira: number,
  day: string,
): Promise<string> {
  const at = new Date(`${day}T09:00:00+01:00`);
  const { id: planVersionId, terms } = await db.planVersion.findFirstOrThrow({ where: { plan: { slug } } });
  const amount = BigInt(naira) * 100n;
  const { id } = await transaction(async (tx) =>
    tx.investment.create({
      data: {
        userId,
        planVersionId,
        amount,
        reference: await unusedReference(tx),
        requestedAt: at,
        acceptedAt: at,
        cancelUntil: new Date(at.getTime() + 48 * 3_600_000),
        expiresAt: new Date(at.getTime() + 14 * 86_400_000),
        termsHash: hashTerms(termsDto.parse(terms)),
      },
    }),
  );
  const bankReference = `FT ${day.replaceAll("-", "")} ${slug.slice(0, 3).toUpperCase()}`;
  await recordReceipt(staff, id, { bankReference, amount: String(amount), receivedOn: day });
  const line = {
    on: day,
    amount,
    narration: "Investment",
    sender: "Demo Investor",
    reference: bankReference,
  };
  await importLines(staff, [line], `statement-${day}.csv`);
  return id;
}

const dueUntil = (day: string) => postDueInvestments(new Date(`${day}T12:00:00+01:00`));

/** Pays the amount due for an investment: proposed by one administrator and released by another. */
async function payOut(proposer: Viewer, releaser: Viewer, investmentId: string): Promise<BatchDetailDto> {
  const dues = await db.amountDue.findMany({ where: { investmentId, state: "due" } });
  const total = String(dues.reduce((sum, { amount }) => sum + amount, 0n));
  const { _id, payouts } = await proposeBatch(proposer, { ids: dues.map(({ id }) => id), total });
  const { IDENTITY_PROVIDER: provider } = env;
  // The seed runs no jobs.
  if (provider !== "manual") for (const payout of payouts) await answerNameEnquiry(payout._id, provider);
  return releaseBatch(releaser, _id);
}

const mapping = {
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 3,
  bankReference: 4,
} as const;

interface Booked {
  amount: bigint;
  narration: string;
  sender: string;
  /** Today, unless given. */
  on?: string;
  reference?: string;
}

/** Returns a bank statement. */
const statementOf = (lines: readonly Booked[], name = "statement.csv") => ({
  name,
  bytes: Buffer.from(
    [
      "Date,Amount,Narration,Sender,Reference",
      ...lines.map(({ amount, narration, sender, on = today, reference }, index) =>
        [on, toNaira(amount), narration, sender, reference ?? `FT${on.replaceAll("-", "")}${index}`].join(
          ",",
        ),
      ),
    ].join("\n"),
  ),
});

/** Imports lines that continue the statements of the demo account. */
async function importLines(staff: Viewer, lines: readonly Booked[], name?: string): Promise<void> {
  const { id } = await db.bankAccount.findFirstOrThrow({ where: { receives: true } });
  const closing = lines.reduce((sum, { amount }) => sum + amount, await readBalance("bank", id));
  const options = { bankAccountId: id, closing: String(closing) };
  await importStatement(staff, statementOf(lines, name), mapping, options);
}

async function addMoneyOf(investor: Viewer, proposer: Viewer, releaser: Viewer): Promise<void> {
  const { userId } = investor;
  // Ordered by day, like the ledger entries.
  const matured = await investedSince(proposer, userId, "fixed-income", 1_000_000, before(6, 10));
  await dueUntil(before(4));
  await investedSince(proposer, userId, "healthcare-access", 1_500_000, before(4));
  await dueUntil(before(3, 5));
  await investedSince(proposer, userId, "fixed-income", 2_000_000, before(3, 5));
  for (const months of [3, 2, 1, 0]) await dueUntil(before(months));
  // The amount due for the other investment stays unpaid.
  const paid = await payOut(proposer, releaser, matured);

  const plan = await db.planVersion.findFirstOrThrow({ where: { plan: { slug: "fixed-income" } } });
  const { reference } = await requestInvestment(investor, {
    plan: "fixed-income",
    amount: "50000000",
    version: plan.version,
    termsHash: hashTerms(termsDto.parse(plan.terms)),
    accepted: true,
  });
  await importLines(proposer, [
    ...paid.payouts.map((payout) => ({
      amount: -BigInt(payout.amount),
      narration: payout.reference,
      sender: "",
    })),
    { amount: 50_000_000n, narration: `Transfer ${reference}`, sender: "Demo Investor" },
    { amount: 7_500_000n, narration: "Investment", sender: "Sample Sender" },
    { amount: -5_250n, narration: "Account maintenance", sender: "" },
  ]);
  const { lines } = await listLines({ filter: "outgoing", limit: 50 });
  for (const { _id, payouts } of lines)
    if (payouts[0]?.isExact) await matchPayouts(proposer, _id, [payouts[0]._id]);
}

/** Adds the money of the demo once. */
export async function addMoney(): Promise<void> {
  const idOf = async (email: string) => (await db.user.findUniqueOrThrow({ where: { email } })).id;
  const userId = await idOf("investor@demo.example");
  if ((await db.investment.count({ where: { userId } })) > 0) return;
  await db.bankAccount.create({ data: { ...demoAccount, receives: true } });
  const [proposer, releaser] = [await idOf("admin@seedline.example"), await idOf("super@seedline.example")];
  await asViewer(userId, "investor", (investor) =>
    asViewer(proposer, "admin", (first) =>
      asViewer(releaser, "admin", (second) => addMoneyOf(investor, first, second)),
    ),
  );
}
