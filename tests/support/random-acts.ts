import fc from "fast-check";
import { bookLine, ignoreLine, refundLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { decideLines } from "@/lib/bank/decide-lines";
import { recordReceipt, refundPartlyPaid } from "@/lib/bank/manual-receipts";
import { undoRule, type ActKind } from "@/lib/acts/rules";
import { endInvestment } from "@/lib/corrections/end-investment";
import { cancelRedemption } from "@/lib/corrections/undo";
import { dateOf, dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { categoryNames } from "@/lib/ledger/category-rules";
import { requestInvestment } from "@/lib/investments/commands";
import { postDueInstalments } from "@/lib/investments/posting";
import { getInvestment } from "@/lib/investments/queries";
import { previewRedemption, redeemInvestment } from "@/lib/investments/redemption";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { findDue, listDue } from "@/lib/payouts/queries";
import { matchPayouts, rejectPayout } from "@/lib/payouts/settlement";
import type { Viewer } from "@/lib/viewer";
import { confirmed, declareAtOnce, undo } from "./acts";
import { requestBody, type SamplePlan } from "./investments";
import { importOneLine } from "./statements";

/**
 * Random sequences of acts about two investments, with a fixed and with a declared return (ADR 44). An act that is not possible is skipped.
 */
export interface World {
  staff: Viewer;
  other: Viewer;
  confirmer: Viewer;
  investor: Viewer;
  plans: readonly [fixed: SamplePlan, declared: SamplePlan];
  /** Compares the ledger with what it is about, before anything is undone. */
  expectSoundBooks: () => Promise<void>;
}

const NAIRA = 100n;
const AMOUNT = 100_000n * NAIRA;
const AGE_DAYS = 100;

/** Likelier ones are listed more often. */
const operations = [
  "import",
  "match",
  "match",
  "refund",
  "ignore",
  "book",
  "decide_many",
  "receipt",
  "receipt",
  "cancel",
  "post",
  "redeem",
  "redeem",
  "cancel_redemption",
  "end",
  "declare",
  "declare",
  "propose",
  "propose",
  "release",
  "release",
  "reject",
  "pay",
  "pay",
  "return",
] as const;

type Step = readonly [operation: (typeof operations)[number], choice: number, naira: bigint];

/** The choices of a step: the operation, and two numbers that select what it is about. */
export const sequences = fc.array(
  fc.tuple(
    fc.constantFrom(...operations),
    fc.nat({ max: 7 }),
    fc.constantFrom(40_000n, 60_000n, 100_000n, 110_000n),
  ),
  { minLength: 6, maxLength: 24 },
);

const day = (daysAgo: number) => dayAt(dayNumber(lagosDay()) - daysAgo);
const pick = <T>(items: readonly T[], choice: number): T | undefined => items[choice % (items.length || 1)];

const load = (staff: Viewer, naira: bigint) =>
  importOneLine(staff, naira * NAIRA, { on: day(AGE_DAYS - 10) });

/** Everything that acts change, as it is now. */
async function snapshot({ investor, plans }: World) {
  const totals = await db.ledgerTotalDelta.groupBy({
    by: "name",
    _sum: { amount: true },
    orderBy: { name: "asc" },
  });
  const investments = await db.investment.findMany({
    where: { userId: investor.userId },
    select: { id: true, state: true, paidOn: true, startOn: true, nextDueOn: true, waitsFor: true },
    orderBy: { id: "asc" },
    take: 100,
  });
  return {
    totals: Object.fromEntries(
      totals.flatMap(({ name, _sum }) => (_sum.amount ? [[name, _sum.amount]] : [])),
    ),
    investments,
    taken: await Promise.all(
      plans.map(async ({ id }) => (await db.plan.findUniqueOrThrow({ where: { id } })).taken),
    ),
    redemptions: await db.redemption.count({ where: { undoneById: null } }),
    owed: await db.amountDue.count({ where: { state: { not: "withdrawn" } } }),
    waiting: await db.statementLine.count({ where: { state: { not: "withdrawn" } } }),
    batches: await db.payoutBatch.count({ where: { state: { not: "withdrawn" } } }),
  };
}

/** Runs a sequence and undoes all of its acts, the last first. Returns how many were possible, and everything before and after. */
export async function runAndUndo(world: World, steps: readonly Step[]) {
  const { staff, other, confirmer, investor, plans } = world;
  const requests = [];
  for (const plan of plans) {
    const body = { ...requestBody(plan, String(AMOUNT)), accepted: true as const };
    requests.push(await requestInvestment(investor, body));
  }
  const ids = requests.map(({ _id }) => _id);
  const at = dateOf(day(AGE_DAYS));
  await db.investment.updateMany({ where: { id: { in: ids } }, data: { requestedAt: at, cancelUntil: at } });
  const [before, first] = [await snapshot(world), await lastNumber()];
  let done = 0;
  const waiting = async () =>
    db.statementLine.findMany({
      where: { state: "waiting", import: { state: "imported" } },
      orderBy: { id: "desc" },
      take: 3,
    });
  for (const [operation, choice, naira] of steps) {
    const investment = pick(requests, choice)!;
    const line = pick(await waiting(), choice);
    const ofState = (state: "released" | "paid") =>
      db.payout.findFirst({ where: { state, userId: investor.userId }, orderBy: { id: "desc" } });
    const batch = () => db.payoutBatch.findFirst({ where: { state: "proposed" }, orderBy: { id: "desc" } });
    const act: Record<Step[0], () => Promise<unknown>> = {
      import: () => load(staff, choice === 7 ? -naira : naira),
      match: async () =>
        line &&
        matchLine(staff, line.id, {
          parts: [{ reference: investment.reference, amount: String(line.amount) }],
        }),
      refund: async () => line && refundLine(staff, line.id),
      ignore: async () => line && ignoreLine(staff, line.id, "Booked and reversed"),
      book: async () =>
        line && bookLine(staff, line.id, { as: categoryNames[choice % categoryNames.length]! }),
      decide_many: async () => {
        const lines = (await waiting()).map(({ id, amount }) => ({ _id: id, amount: String(amount) }));
        const as = categoryNames[choice % categoryNames.length]!;
        const decision =
          choice < 4
            ? ({ kind: "match", by: "reference" } as const)
            : ({ kind: "book", as, note: "Many" } as const);
        return lines.length > 0 && (await decideLines(staff, { lines, decision })).count > 0;
      },
      receipt: () =>
        recordReceipt(staff, investment._id, {
          bankReference: `FT ${uuidv7().toUpperCase()}`,
          amount: String(naira * NAIRA),
          receivedOn: day(AGE_DAYS - choice),
        }),
      cancel: () => refundPartlyPaid(staff, investment._id),
      post: () =>
        transaction((tx) =>
          postDueInstalments(tx, investment._id, investor.userId, choice > 4 ? day(-40) : lagosDay()),
        ),
      redeem: async () => {
        const amount = String(naira * NAIRA);
        const { day: takesEffect } = await previewRedemption(investor.userId, investment._id, amount);
        return redeemInvestment(investor, investment._id, { amount, day: takesEffect });
      },
      cancel_redemption: async () => {
        const { pendingRedemptions } = await getInvestment(investor.userId, investment._id);
        const last = pendingRedemptions.at(-1);
        return last && cancelRedemption(investor, investment._id, last._id);
      },
      end: async () => {
        const input = { reason: "death", note: "A letter" } as const;
        await confirmed(confirmer, endInvestment(staff, investment._id, input));
        return true;
      },
      declare: async () => {
        const declaration = { planId: plans[1].id, month: day(90 - 30 * (choice % 5)).slice(0, 7) };
        const isDeclared = await db.returnDeclaration.count({ where: { ...declaration, undoneById: null } });
        if (isDeclared) return;
        return declareAtOnce(staff, confirmer, { ...declaration, rate: Number(naira / 50n) - 1_500 });
      },
      propose: async () => {
        const { due } = await listDue({ limit: 100 });
        const own = due.filter(({ problem, investor: payee }) => !problem && payee?._id === investor.userId);
        const total = (await findDue(own.map(({ _id }) => _id))).reduce(
          (sum, { amount }) => sum + amount,
          0n,
        );
        return own.length && proposeBatch(staff, { ids: own.map(({ _id }) => _id), total: String(total) });
      },
      release: async () => {
        const found = await batch();
        return found && releaseBatch(other, found.id);
      },
      reject: async () => {
        const payout = await ofState("released");
        return payout && rejectPayout(staff, payout.id);
      },
      pay: async () => {
        const payout = await ofState("released");
        if (!payout || payout.amount % NAIRA !== 0n) return;
        await matchPayouts(staff, await load(staff, -payout.amount / NAIRA), [payout.id]);
      },
      return: async () => {
        const payout = await ofState("paid");
        if (!payout || payout.amount % NAIRA !== 0n) return;
        await matchPayouts(staff, await load(staff, payout.amount / NAIRA), [payout.id]);
      },
    };
    try {
      if (await act[operation]()) done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  await world.expectSoundBooks();
  await undoAll({ staff, confirmer }, first);
  const after = await snapshot(world);
  await db.investment.deleteMany({ where: { id: { in: ids } } });
  return { done, before, after };
}

const lastNumber = async () => (await db.moneyAct.aggregate({ _max: { number: true } }))._max.number ?? 0n;

async function undoAll(
  { staff, confirmer }: Pick<World, "staff" | "confirmer">,
  first: bigint,
): Promise<void> {
  for (;;) {
    const acts = await db.moneyAct.findMany({
      where: { number: { gt: first }, kind: { not: "undo" }, undoneBy: null },
      orderBy: { number: "desc" },
      take: 50,
    });
    const last = acts.find(({ kind }) => undoRule(kind as ActKind) !== "follows");
    if (!last) {
      if (acts.length > 0) throw new Error(`${acts.length} acts that follow from another one are left`);
      return;
    }
    await undo(staff, confirmer, last.id);
  }
}
