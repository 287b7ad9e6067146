import "server-only";
import { dayOf } from "@/lib/dates";
import { inBatches } from "@/lib/db/batches";
import type { Tx } from "@/lib/db/client";
import { instalmentsOf, readScheduleInputs, type ScheduleInput } from "@/lib/investments/instalments";
import { include, type InvestmentRow } from "@/lib/investments/row";
import type { AccountName, EntryKind } from "@/lib/ledger/rules";
import { formatKobo } from "@/lib/money";

/** Investments per query. */
const BATCH = 500;

/** The parts of instalments: the entry and the account that each is posted to, on the debit (1) or credit (-1) side. */
const parts = {
  return: { kind: "return_due", account: "return_expense", side: 1n },
  fee: { kind: "return_due", account: "fee_income", side: -1n },
  tax: { kind: "return_due", account: "withholding_tax_payable", side: -1n },
  principal: { kind: "principal_due", account: "principal", side: 1n },
  charge: { kind: "principal_due", account: "redemption_charges", side: -1n },
  loss: { kind: "loss", account: "principal", side: 1n },
} as const satisfies Record<string, { kind: EntryKind; account: AccountName; side: bigint }>;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/** Reports each investment whose instalments up to `nextDueOn` are not posted as its schedule has them. */
export async function verifySchedules(tx: Tx, note: (problem: string) => void): Promise<void> {
  const read = inBatches<InvestmentRow>(
    ({ after, orderBy, take }) => tx.investment.findMany({ where: { ...after }, include, orderBy, take }),
    BATCH,
  );
  for await (const rows of read) {
    const inputs = await readScheduleInputs(rows, tx);
    const posted = await readPosted(
      tx,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const scheduled = sumScheduled(row, inputs.get(row.id));
      for (const part of partNames) {
        const [due, found] = [scheduled[part], posted(row.id, part)];
        if (due !== found)
          note(
            `The ${part} of investment ${row.reference} is ${formatKobo(due)} by its schedule, and ${formatKobo(found)} in the ledger.`,
          );
      }
    }
  }
}

function sumScheduled(row: InvestmentRow, input: ScheduleInput | undefined): Record<Part, bigint> {
  const sums = { return: 0n, fee: 0n, tax: 0n, principal: 0n, charge: 0n, loss: 0n };
  for (const instalment of input ? instalmentsOf(input, row) : []) {
    if (instalment.isTarget || (row.nextDueOn && instalment.day >= dayOf(row.nextDueOn))) break;
    const { gross, ...of } = instalment;
    for (const part of partNames) sums[part] += part === "return" ? gross : of[part];
  }
  return sums;
}

async function readPosted(tx: Tx, ids: string[]): Promise<(id: string, part: Part) => bigint> {
  const kinds = [...new Set(partNames.map((part) => parts[part].kind))];
  const rows = await tx.$queryRaw<{ id: string; kind: string; account: string; amount: bigint }[]>`
    SELECT e.subject_id AS id, e.kind, a.name AS account, sum(p.amount)::bigint AS amount
    FROM ledger_entries AS e JOIN ledger_postings AS p ON p.entry_id = e.id JOIN ledger_accounts AS a ON a.id = p.account_id
    WHERE e.subject_id = ANY (${ids}::uuid[]) AND e.kind = ANY (${kinds}::text[])
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE reverses_id = e.id)
    GROUP BY 1, 2, 3`;
  const sums = new Map(rows.map(({ id, kind, account, amount }) => [`${id} ${kind} ${account}`, amount]));
  return (id, part) => {
    const { kind, account, side } = parts[part];
    return (sums.get(`${id} ${kind} ${account}`) ?? 0n) * side;
  };
}
