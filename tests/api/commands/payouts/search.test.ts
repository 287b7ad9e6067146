import { afterAll, beforeAll, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import type { InvestmentDto } from "@/lib/investments/schema";
import { readVerifiedAccounts } from "@/lib/investments/verified-accounts";
import { formatKobo } from "@/lib/money";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { findDue } from "@/lib/payouts/queries";
import { searchPayments } from "@/lib/payouts/search";
import type { Viewer } from "@/lib/viewer";
import { reviewer, verifiedInvestor } from "../../../support/accounts";
import { openPlan, requestBody } from "../../../support/investments";
import { expectSoundLedger, readsOf } from "../../../support/payouts";
import { importOneLine } from "../../../support/statements";

/** The search over investments, statement lines, amounts due and payouts (product 10.32): "Where is my money?" */
const N = 10_000_000n;
/** An amount in kobo that no other test uses. */
const SURPLUS = 98_765_43n;
const letters = () => uuidv7().replaceAll(/[\d-]/g, "x");

let staff: Viewer;
let releaser: Viewer;
let investor: Viewer;
let name: string;
let investment: InvestmentDto;
let matched: string;
let undecided: string;
const sender = `Zubairu ${letters()}`;
beforeAll(async () => {
  [staff, releaser, investor] = [await reviewer(), await reviewer(), await verifiedInvestor()];
  name = `Halima ${letters()}`;
  await db.user.update({ where: { id: investor.userId }, data: { name } });
  investment = await requestInvestment(investor, requestBody(await openPlan(), String(N)));
  const { reference } = investment;
  matched = await importOneLine(staff, N + SURPLUS, { text: `Transfer ${reference}` });
  await matchLine(staff, matched, { parts: [{ reference, amount: String(N + SURPLUS) }] });
  undecided = await importOneLine(staff, 77_00n, { text: `FROM ${sender.toUpperCase()}`, on: "2019-03-07" });
});
afterAll(expectSoundLedger);

/** Returns the ids of what a search finds. */
const find = async (q: string) => {
  const { investments, lines, due, payouts } = await searchPayments(staff, q);
  const idsOf = (found: { _id: string }[]) => found.map(({ _id }) => _id);
  return {
    investments: idsOf(investments),
    lines: idsOf(lines),
    due: due.map(({ amount }) => amount),
    payouts,
  };
};

it("finds an investor's money by name and by reference, and records a read", async () => {
  for (const q of [
    name,
    name.toUpperCase().split(" ").toReversed().join(" "),
    investment.reference,
    investment.reference.replaceAll("-", " "),
  ])
    expect(await find(q), q).toEqual({
      investments: [investment._id],
      lines: [matched],
      due: [String(SURPLUS)],
      payouts: [],
    });
  expect(await readsOf(investor.userId, staff.userId, "account")).toBe(1);
});

it("finds undecided lines by the name of an unknown sender, their day and their amount", async () => {
  for (const q of [sender, "2019-03-07", "07/03/2019", "7/3/2019"])
    expect(await find(q), q).toEqual({ investments: [], lines: [undecided], due: [], payouts: [] });
  expect((await find("₦77.00")).lines).toContain(undecided);
  expect((await find(formatKobo(N + SURPLUS))).lines).toEqual([matched]);
  expect((await find(formatKobo(SURPLUS))).due).toEqual([String(SURPLUS)]);
});

it("finds a line to be refunded to an unknown sender by the name in it, with its amount due", async () => {
  const other = `Chidinma ${letters()}`;
  const id = await importOneLine(staff, 54_00n, { text: `FROM ${other.toUpperCase()}`, on: "2019-04-08" });
  await refundLine(staff, id);
  expect(await find(other)).toEqual({ investments: [], lines: [id], due: ["5400"], payouts: [] });
  expect((await searchPayments(staff, other)).due).toMatchObject([
    { line: { on: "2019-04-08", narration: `FROM ${other.toUpperCase()}` } },
  ]);
});

it("finds payouts by reference, amount and the last digits of the account, whose number it masks", async () => {
  const [due] = await db.amountDue.findMany({ where: { userId: investor.userId, state: "due" } });
  expect(await findDue([due!.id])).toHaveLength(1);
  const batch = await proposeBatch(staff, { ids: [due!.id], total: String(SURPLUS) });
  await releaseBatch(releaser, batch._id);
  const { reference } = await db.payout.findFirstOrThrow({ where: { batchId: batch._id } });
  const { accountNumber } = (await readVerifiedAccounts([investor.userId])).get(investor.userId)!;
  for (const q of [reference, formatKobo(SURPLUS), accountNumber.slice(-4), accountNumber, name]) {
    const { payouts } = await find(q);
    expect(
      payouts.map((payout) => payout.reference),
      q,
    ).toContain(reference);
    expect(JSON.stringify(payouts)).not.toContain(accountNumber);
  }
  expect((await find(name)).payouts[0]).toMatchObject({ state: "released", settledOn: null });
});

it("finds nothing for other texts, and reads % and _ literally", async () => {
  const tomorrow = dayAt(dayNumber(lagosDay()) + 1);
  for (const q of [`${name} Bello`, "SDL-2222-2223", tomorrow, "31/02/2026", "%%", "__", "0000"])
    expect(await find(q), q).toEqual({ investments: [], lines: [], due: [], payouts: [] });
});
