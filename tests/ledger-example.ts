// `npm run ledger:example`: prints the postings of the worked example in docs/ledger.md, as the journal builds them from the schedule. A test
// compares them with the document.
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { instalmentEntries } from "@/lib/investments/posting";
import { instalmentsOf } from "@/lib/investments/instalments";
import type { InvestmentRow } from "@/lib/investments/row";
import type { EntryInput } from "@/lib/ledger/entries";
import * as journal from "@/lib/ledger/journal";
import { toNaira } from "@/lib/money";
import { toTerms } from "@/lib/plans/terms-schema";
import { sampleTerms } from "./support/sample-terms";

const naira = (amount: number) => BigInt(amount) * 100n;
const START = "2026-01-05";
const REDEEMED = { id: "redemption", on: new Date("2026-07-06"), amount: naira(400_000) };

const BANK = randomUUID();

/** Returns the entries of the example, about an investment, in order. */
export function exampleEntries(investment: { id: string; userId: string }): EntryInput[] {
  const event = (on: string, amount: bigint) => ({ actId: randomUUID(), on, amount });
  const terms = toTerms({ ...sampleTerms, minimum: "100", earlyRedemption: { fromDay: 1, charge: 100 } });
  const options = { redemptions: [{ day: "2026-07-06", amount: REDEEMED.amount }] };
  const row = { ...investment, redemptions: [REDEEMED] } as unknown as InvestmentRow;
  const [redemption, maturity] = instalmentsOf(
    { terms, amount: naira(1_000_000), start: START, options },
    row,
  ).map((instalment) => ({
    amount: instalment.principal - instalment.charge + instalment.net,
    entries: instalmentEntries(row, instalment, event(instalment.day, 0n).actId, instalment.day),
  }));
  const paid = (payout: ReturnType<typeof event>) => [
    journal.payment(BANK, payout),
    journal.payout(payout, investment.id),
  ];
  const funded = (transfer: ReturnType<typeof event>) => [
    journal.receipt(BANK, transfer),
    journal.booking("transfer", { ...transfer, isIn: true }),
  ];
  const tax = [...redemption!.entries, ...maturity!.entries]
    .flatMap(({ postings }) => postings)
    .reduce((sum, { account, amount }) => (account === "withholding_tax_payable" ? sum - amount : sum), 0n);
  return [
    journal.receipt(BANK, event(START, naira(1_005_000))),
    journal.receiptMatch(investment, event(START, naira(1_000_000))),
    journal.allocation(investment, event(START, naira(1_000_000))),
    journal.refundRelease(event(START, naira(5_000)), investment.id),
    ...paid(event("2026-01-06", naira(5_000))),
    journal.payment(BANK, event("2026-01-07", naira(1_000_000))),
    journal.booking("transfer", { ...event("2026-01-07", naira(1_000_000)), isIn: false }),
    ...redemption!.entries,
    ...funded(event("2026-07-06", naira(480_000))),
    journal.payoutRelease(investment, event("2026-07-07", redemption!.amount)),
    ...paid(event("2026-07-08", redemption!.amount)),
    ...maturity!.entries,
    ...funded(event("2027-01-05", naira(670_000))),
    journal.payoutRelease(investment, event("2027-01-06", maturity!.amount)),
    ...paid(event("2027-01-07", maturity!.amount)),
    journal.payment(BANK, event("2027-01-21", tax)),
    journal.booking("tax_payment", { ...event("2027-01-21", tax), isIn: false }),
  ];
}

const format = (kobo: bigint) => Number(toNaira(kobo)).toLocaleString("en", { minimumFractionDigits: 2 });

/** Returns the rows of the table: day and kind (in the first row of an entry), account, debit, credit, and the balance after it. */
export function exampleRows(): string[][] {
  const balances = new Map<string, bigint>();
  return exampleEntries({ id: "Ada", userId: "Ada" }).flatMap(({ on, kind, postings }) =>
    postings
      .filter(({ amount }) => amount !== 0n)
      .map(({ account, amount }, index) => {
        const balance = (balances.get(account) ?? 0n) + amount;
        balances.set(account, balance);
        return [
          ...(index === 0 ? [on, kind] : ["", ""]),
          account,
          amount > 0n ? format(amount) : "",
          amount < 0n ? format(-amount) : "",
          balance < 0n ? `${format(-balance)} Cr` : format(balance),
        ];
      }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const row of exampleRows()) process.stdout.write(`| ${row.join(" | ")} |\n`);
