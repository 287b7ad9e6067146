import { exactReferencesIn } from "@/lib/bank/matching-rules";

/** Reads a bank's answer to a bulk upload (product 10.34): a table with the reference and the status of each transfer. Pure. */

/** What the bank says about a payout. */
export interface BankAnswer {
  reference: string;
  /** In the bank's words. */
  status: string;
  /** Whether the words say that it was not paid; a person confirms it. */
  isRejected: boolean;
}

const STATUS = /\bstatus\b|\bresult\b|\bresponse\b|\boutcome\b/i;
const REASON = /\breason\b|\bremarks?\b|\berror\b|\bcomment\b/i;
const REJECTED =
  /\b(?:reject|fail|declin|return|revers|invalid|unsuccess|not (?:paid|processed|successful)|cancel|dormant|closed|no such|does not exist|name mismatch)/i;
const MAX_STATUS_CHARS = 200;

/**
 * Returns the answers for these payout references, in the order of the rows. The columns are those with the headings of a status and of a
 * reason; without such headings, the whole row except the reference is the status. The last row of a payout counts.
 */
export function readBankAnswer(
  rows: readonly { cells: readonly string[] }[],
  references: readonly string[],
): BankAnswer[] {
  const known = new Set(references);
  const referenceOf = (cell: string) => exactReferencesIn(cell).find((each) => known.has(each));
  const read = rows.map(({ cells }) => ({ cells, references: cells.map(referenceOf) }));
  const headings = read.find(
    ({ cells, references: named }) =>
      cells.some((cell) => STATUS.test(cell)) && named.every((each) => each === undefined),
  );
  const columns = (headings?.cells ?? []).flatMap((cell, index) =>
    STATUS.test(cell) || REASON.test(cell) ? [{ index, isReason: !STATUS.test(cell) }] : [],
  );
  const order = columns.toSorted((a, b) => Number(a.isReason) - Number(b.isReason));
  const answers = new Map<string, BankAnswer>();
  for (const { cells, references: named } of read) {
    const reference = named.find((each) => each !== undefined);
    if (!reference) continue;
    const words =
      order.length > 0
        ? order.map(({ index }) => cells[index] ?? "")
        : cells.filter((_, index) => named[index] === undefined);
    const status = words
      .map((word) => word.trim())
      .filter(Boolean)
      .join(", ")
      .slice(0, MAX_STATUS_CHARS);
    answers.delete(reference);
    answers.set(reference, { reference, status, isRejected: REJECTED.test(status) });
  }
  return [...answers.values()];
}
