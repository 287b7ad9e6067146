import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { verifyBooks } from "@/lib/corrections/verify-books";
import { addMonths, dateOf, lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { postDueInstalments } from "@/lib/investments/posting";
import { redeemInvestment } from "@/lib/investments/redemption";
import type { InvestmentDto } from "@/lib/investments/schema";
import type { Viewer } from "@/lib/viewer";
import { createUser, reviewer, viewerOf } from "../../../support/accounts";
import { bankReference, openPlan, requestBody } from "../../../support/investments";
import { stack } from "../../../support/stack";

/** Posted instalments are compared with schedules (docs/ledger.md). */
const N = 100_000_00n;
const today = lagosDay();

/** A session in which triggers and foreign keys are disabled. */
let untriggered: pg.Client;
let investor: Viewer;
let investment: InvestmentDto;
beforeAll(async () => {
  untriggered = new pg.Client({ connectionString: stack().databaseUrl });
  await untriggered.connect();
  await untriggered.query("SET session_replication_role = replica");
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  investor = await viewerOf(await createUser(spec));
  const plan = await openPlan({
    payout: "monthly",
    fee: 500,
    step: "100",
    minimum: "100",
    earlyRedemption: { fromDay: 1, charge: 100 },
  });
  investment = await requestInvestment(investor, requestBody(plan, String(N)));
  const receipt = { bankReference: bankReference(), amount: String(N), receivedOn: today };
  await recordReceipt(await reviewer(), investment._id, receipt);
  const start = dateOf(addMonths(today, -3));
  await db.investment.update({
    where: { id: investment._id },
    data: { paidOn: start, startOn: start, nextDueOn: start },
  });
  await transaction((tx) => postDueInstalments(tx, investment._id, investor.userId, today));
});
afterAll(() => untriggered?.end());

/** Returns the problems of the investment. */
async function problems(): Promise<string[]> {
  const found: string[] = [];
  await verifyBooks((problem) => found.push(problem));
  return found.filter((problem) => problem.includes(investment.reference));
}

describe("verifying the schedules", () => {
  it("finds no problem with posted instalments and a redemption", async () => {
    expect(await problems()).toEqual([]);
    await redeemInvestment(investor, investment._id, { amount: String(N / 2n), day: today });
    expect(await problems()).toEqual([]);
    const posted = await db.ledgerEntry.groupBy({
      by: "kind",
      where: { subjectId: investment._id, kind: { in: ["return_due", "principal_due"] } },
      _count: true,
      orderBy: { kind: "asc" },
    });
    expect(posted).toMatchObject([{ kind: "principal_due" }, { kind: "return_due" }]);
  });

  it("finds an instalment that is missing", async () => {
    const where = { id: investment._id };
    const { nextDueOn } = await db.investment.findUniqueOrThrow({ where });
    await db.investment.update({ where, data: { nextDueOn: dateOf(addMonths(today, 2)) } });
    const found = await problems();
    expect(found.map((problem) => /^The (\w+) of investment/.exec(problem)?.[1])).toEqual([
      "return",
      "fee",
      "tax",
    ]);
    await db.investment.update({ where, data: { nextDueOn } });
    expect(await problems()).toEqual([]);
  });

  it("finds an entry that was changed so that its postings still sum to zero", async () => {
    const change = async (by: number, accounts: [string, string]) => {
      for (const [index, account] of accounts.entries())
        await untriggered.query(
          `UPDATE ledger_postings SET amount = amount + $3 WHERE account_id IN (SELECT id FROM ledger_accounts WHERE name = $2)
             AND entry_id = (SELECT id FROM ledger_entries WHERE subject_id = $1 AND kind = 'return_due' ORDER BY id LIMIT 1)`,
          [investment._id, account, index === 0 ? by : -by],
        );
    };
    await change(1, ["withholding_tax_payable", "due_to_investor"]);
    expect(await problems()).toEqual([
      expect.stringMatching(/^The tax of investment .* by its schedule, and .* in the ledger\.$/),
    ]);
    await change(-1, ["withholding_tax_payable", "due_to_investor"]);
    expect(await problems()).toEqual([]);
  });
});
