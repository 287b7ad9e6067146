import "server-only";
import { FormatError } from "@/lib/formats/format-error";
import { formatKobo } from "@/lib/money";
import type { StatementLine } from "./statement";

type Lines = readonly StatementLine[];

/** Returns the index of the first line whose balance does not follow from the lines before it; -1 if all do. */
function findBreak(lines: Lines): number {
  let reached: bigint | null = null;
  return lines.findIndex(({ amountKobo, balanceKobo }) => {
    if (reached !== null) reached += amountKobo;
    if (balanceKobo === null) return false;
    const isBreak = reached !== null && reached !== balanceKobo;
    reached = balanceKobo;
    return isBreak;
  });
}

const isNewestFirst = (lines: Lines): boolean =>
  lines.every(({ on }, index) => index === 0 || on <= lines[index - 1]!.on) &&
  lines[0]?.on !== lines.at(-1)?.on;

/** Splits lines into runs of the same day. */
function daysOf(lines: Lines): StatementLine[][] {
  const days: StatementLine[][] = [];
  for (const line of lines) {
    if (days.at(-1)?.[0]?.on === line.on) days.at(-1)!.push(line);
    else days.push([line]);
  }
  return days;
}

/** Computes the balances that a file leaves out, such as all but the last of a day. */
function fillBalances(lines: Lines): void {
  const first = lines.findIndex(({ balanceKobo }) => balanceKobo !== null);
  if (first < 0) return;
  for (let index = first; index > 0; index -= 1)
    lines[index - 1]!.balanceKobo = lines[index]!.balanceKobo! - lines[index]!.amountKobo;
  for (let index = first + 1; index < lines.length; index += 1)
    lines[index]!.balanceKobo ??= lines[index - 1]!.balanceKobo! + lines[index]!.amountKobo;
}

/** Throws `FormatError` if only some lines of a single day have balances, which follow from each other in both directions. */
function requireOneOrder([day, ...others]: readonly StatementLine[][], reversed: Lines): void {
  const known = day?.filter(({ balanceKobo }) => balanceKobo !== null).length ?? 0;
  if (!day || others.length > 0 || known === 0 || known === day.length) return;
  if (findBreak(day) < 0 && findBreak(reversed) < 0)
    throw new FormatError(
      "All lines are of one day, and the balances do not show whether the newest is first. Export this day together with an earlier one.",
    );
}

/**
 * Returns the lines oldest first, and sets the balances that the file leaves out, if it gives any. Banks write the newest day or line first
 * or last; the balances show which, or else the days. Throws `FormatError` with the place if the balances follow in no order: a line is
 * missing, or the signs are reversed.
 */
export function orderLines(lines: Lines): StatementLine[] {
  const days = daysOf(lines);
  const reversed = lines.toReversed();
  const reversedDays = days.toReversed().flat();
  const orders = isNewestFirst(lines)
    ? [reversed, reversedDays, [...lines]]
    : [[...lines], days.flatMap((day) => day.toReversed()), reversed, reversedDays];
  requireOneOrder(days, reversed);
  const breaks = orders.map(findBreak);
  const index = breaks.indexOf(-1);
  const ordered = orders[index];
  if (!ordered) {
    const longest = breaks.indexOf(Math.max(...breaks));
    throw new FormatError(
      `${orders[longest]![breaks[longest]!]!.place}: the balance does not match the adjacent line. A line is missing or wrong.`,
    );
  }
  fillBalances(ordered);
  return ordered;
}

/** The lines of one statement with its balances; null if the file does not give them. */
export interface BalancedLines {
  /** The place of the statement in the file. */
  place: string;
  openingKobo: bigint | null;
  closingKobo: bigint | null;
  lines: StatementLine[];
}

const sumOf = (lines: Lines) => lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0n);

/** Sets the balance after each line, oldest first. Throws `FormatError` unless the lines lead from the opening to the closing balance. */
function balance(statement: BalancedLines): BalancedLines {
  const lines = isNewestFirst(statement.lines) ? statement.lines.toReversed() : statement.lines;
  const sum = sumOf(lines);
  const openingKobo =
    statement.openingKobo ?? (statement.closingKobo === null ? null : statement.closingKobo - sum);
  if (openingKobo === null) throw new FormatError(`${statement.place} has no opening and no closing balance`);
  const closingKobo = openingKobo + sum;
  if (statement.closingKobo !== null && closingKobo !== statement.closingKobo)
    throw new FormatError(
      `The lines lead to a balance of ${formatKobo(closingKobo)}, but the statement ends with ${formatKobo(statement.closingKobo)}. A line is missing or wrong.`,
    );
  let reached = openingKobo;
  for (const line of lines) line.balanceKobo = reached += line.amountKobo;
  return { ...statement, openingKobo, closingKobo, lines };
}

/**
 * Joins the statements of a file, such as its pages or days, oldest first: each begins with the closing balance of another. Throws
 * `FormatError` for balances that the lines do not lead to, and for a gap between two statements.
 */
export function chainStatements(statements: readonly BalancedLines[]): StatementLine[] {
  const balanced = statements.map(balance);
  const findGap = (list: readonly BalancedLines[]) =>
    list.findIndex(({ openingKobo }, index) => index > 0 && list[index - 1]!.closingKobo !== openingKobo);
  const newestFirst = balanced.toReversed();
  const gap = findGap(balanced);
  if (gap < 0) return balanced.flatMap(({ lines }) => lines);
  if (findGap(newestFirst) < 0) return newestFirst.flatMap(({ lines }) => lines);
  throw new FormatError(
    `${balanced[gap]!.place} begins with ${formatKobo(balanced[gap]!.openingKobo!)}, but the one before it ends with ${formatKobo(balanced[gap - 1]!.closingKobo!)}. A statement between them is missing.`,
  );
}
