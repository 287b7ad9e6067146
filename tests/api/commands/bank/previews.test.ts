import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { matchLine } from "@/lib/bank/match-line";
import { importStatement } from "@/lib/bank/import";
import { previewStatement } from "@/lib/bank/preview";
import { getLine } from "@/lib/bank/queries";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import { readBalance, readSubjectTotals } from "@/lib/ledger/queries";
import { toNaira } from "@/lib/money";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { listDue } from "@/lib/payouts/queries";
import type { Viewer } from "@/lib/viewer";
import { reviewer, verifiedInvestor } from "../../../support/accounts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { expectSoundLedger } from "../../../support/payouts";
import { newBankAccount } from "../../../support/bank-accounts";
import { importOneLine, statementMapping as mapping } from "../../../support/statements";

/** What a screen announces before a decision about money is what the decision then does. */
const N = 10_000_000n;
const runs = { numRuns: 6 };
/** Less, as much, or more than an investment takes, in kobo. */
const received = fc.oneof(fc.bigInt(1n, N - 1n), fc.constant(N), fc.bigInt(N + 1n, 2n * N));

let staff: Viewer;
let other: Viewer;
let investor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, other, investor, plan] = [
    await reviewer(),
    await reviewer(),
    await verifiedInvestor(),
    await openPlan(),
  ];
});
afterAll(expectSoundLedger);

/** Whether each line leads to another balance. Otherwise the lines of a day may fit in several ways, and the file is refused. */
function reachesNewBalances(amounts: readonly bigint[]): boolean {
  let balance = 0n;
  const balances = new Set([balance, ...amounts.map((amount) => (balance += amount))]);
  return balances.size > amounts.length;
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);

it("a proposed match leaves the missing amount, or makes the surplus due, as it says", () =>
  fc.assert(
    fc.asyncProperty(received, received, async (...amounts) => {
      const { _id, reference } = await requestInvestment(investor, requestBody(plan, String(N)));
      const refunds = async () =>
        (await db.amountDue.aggregate({ where: { investmentId: _id }, _sum: { amount: true } }))._sum
          .amount ?? 0n;
      for (const amount of amounts) {
        const line = await importOneLine(staff, amount, { text: `Transfer ${reference}` });
        const { missing, fit } = (await getLine(line)).proposal!;
        const [before, wanted] = [await refunds(), BigInt(missing)];
        await matchLine(staff, line, { parts: [{ reference, amount: String(amount) }] });
        const { received: held = 0n, principal = 0n } = (await readSubjectTotals([_id])).get(_id) ?? {};
        expect([fit, N + held + principal, (await refunds()) - before]).toEqual([
          wanted === 0n ? "late" : amount === wanted ? "exact" : amount < wanted ? "little" : "much",
          larger(wanted - amount, 0n),
          larger(amount - wanted, 0n),
        ]);
      }
    }),
    runs,
  ));

it("a previewed statement is imported with the counts and lines that it shows", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt(-N, N).filter(Boolean), { minLength: 1, maxLength: 5 }).filter(reachesNewBalances),
      fc.nat(),
      async (amounts, seed) => {
        const rows = amounts.map((amount) => `${lagosDay()},${toNaira(amount)},a line,FT${uuidv7()}`);
        const fileOf = (lines: string[]) => ({
          name: "s.csv",
          bytes: Buffer.from(["Date,Amount,Text,Ref", ...lines].join("\n")),
        });
        const known = rows.slice(0, seed % rows.length);
        const bankAccountId = await newBankAccount();
        const options = (count: number) => ({
          bankAccountId,
          closing: String(amounts.slice(0, count).reduce((sum, amount) => sum + amount, 0n)),
        });
        if (known.length > 0) await importStatement(staff, fileOf(known), mapping, options(known.length));
        const all = options(rows.length);
        const preview = await previewStatement(fileOf(rows), mapping, all);
        const { _id: importId, count, added } = await importStatement(staff, fileOf(rows), mapping, all);
        expect({ count, added }).toEqual({ count: preview.count, added: preview.added });
        const stored = await db.statementLine.findMany({ where: { importId }, orderBy: { id: "asc" } });
        expect(stored.map(({ amount }) => String(amount))).toEqual(
          preview.lines.slice(known.length).map(({ amount }) => amount),
        );
      },
    ),
    runs,
  ));

it("the listed amounts are those of the batch, and of the ledger at its release", async () => {
  const { due } = await listDue({ limit: 100 });
  const own = due.filter(({ problem, investor: payee }) => !problem && payee?._id === investor.userId);
  const total = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const before = await readBalance("payouts_in_transit");
  const batch = await proposeBatch(staff, { ids: own.map(({ _id }) => _id), total: String(total) });
  expect(batch.payouts.map(({ amount }) => amount)).toEqual([String(total)]);
  await releaseBatch(other, batch._id);
  expect(before - (await readBalance("payouts_in_transit"))).toBe(total);
});
