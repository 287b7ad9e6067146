import { referencesIn } from "./matching-rules";

/**
 * Places the lines of a bank statement in the chain of balances of their account (product 10.32, ADR 51). Pure functions. A line is
 * identified by its place: day, amount and balance in the bank's order. Only among equal amounts of a day in another order do references and
 * narrations decide.
 */

/** A line with the balance after it. Days are `YYYY-MM-DD`, amounts are kobo. */
export interface Link {
  on: string;
  amountKobo: bigint;
  balanceKobo: bigint;
}

export interface StoredLink extends Link {
  /** The order of the lines of an account, with room between runs. */
  position: bigint;
  /** Whether it begins a run, because no statement shows it together with the line before. */
  begins: boolean;
}

/** A new line: its index in the file and its place in the chain. */
export interface Added {
  index: number;
  position: bigint;
  begins: boolean;
}

/** A line of the file and a stored one that do not agree. */
export interface Sides {
  file: Link;
  stored: Link;
}

/** The new lines, the stored lines next to them, and those that no longer begin a run. */
interface Places {
  added: Added[];
  joined: bigint[];
  continued: bigint[];
}

export type Placement =
  | ({ kind: "continues" } & Places)
  /** Lines are missing between the two sides. The places are those that it has if two people accept the gap. */
  | ({ kind: "gap" } & Places & Sides)
  | ({ kind: "contradiction" } & Sides)
  /** It fits at several places, with different results. */
  | { kind: "ambiguous" };

/** The balance before a line. */
export const balanceBefore = ({ amountKobo, balanceKobo }: Link): bigint => balanceKobo - amountKobo;

const keyOf = ({ on, amountKobo, balanceKobo }: Link): string => `${on} ${amountKobo} ${balanceKobo}`;

/** The first and the last day. */
interface Days {
  first: string;
  last: string;
}

function daysOf(lines: readonly Link[]): Days {
  const days: Days = { first: lines[0]!.on, last: lines[0]!.on };
  for (const { on } of lines) {
    if (on < days.first) days.first = on;
    if (on > days.last) days.last = on;
  }
  return days;
}

/** Stored lines that statements show together. */
interface Run {
  lines: readonly StoredLink[];
  days: Days;
  /** Whether lines may be missing after it. */
  isOpen: boolean;
}

function runsOf(stored: readonly StoredLink[], isOpen: boolean): Run[] {
  const starts = stored.flatMap(({ begins }, index) => (begins || index === 0 ? index : []));
  return starts.map((start, number) => {
    const lines = stored.slice(start, starts[number + 1]);
    return { lines, days: daysOf(lines), isOpen: isOpen || number < starts.length - 1 };
  });
}

/** Returns for each index of `text` how many of the keys from there equal the first keys of `pattern` (the Z function). */
function commonLengths(pattern: readonly string[], text: readonly string[]): number[] {
  const all = [...pattern, "", ...text];
  const lengths = [0];
  let [left, right] = [0, 0];
  for (let index = 1; index < all.length; index += 1) {
    let length = index < right ? Math.min(right - index, lengths[index - left]!) : 0;
    while (index + length < all.length && all[length] === all[index + length]) length += 1;
    lengths.push(length);
    if (index + length > right) [left, right] = [index, index + length];
  }
  return lengths.slice(pattern.length + 1);
}

/** A statement as it is compared. */
interface File {
  lines: readonly Link[];
  keys: readonly string[];
  days: Days;
}

/** A run with its place in the file: the index of its first line, which is negative if the file begins within or after the run. */
interface Placed {
  run: Run;
  start: number;
  end: number;
  /** Whether run and file agree: they overlap, or one continues the balance of the other on a later day. */
  isJoined: boolean;
}

/** Returns where a run and the file overlap and agree. */
function overlapsOf({ lines, isOpen }: Run, file: File): number[] {
  const [count, total] = [lines.length, file.lines.length];
  const keys = lines.map(keyOf);
  const within = commonLengths(file.keys, keys).flatMap((length, at) =>
    length >= Math.min(total, count - at) && (at + total <= count || isOpen) ? -at : [],
  );
  if (!lines[0]!.begins) return within;
  const after = commonLengths(keys, file.keys).flatMap((length, at) =>
    at > 0 && length >= Math.min(count, total - at) && (at + count >= total || isOpen) ? at : [],
  );
  return [...within, ...after];
}

/** Whether an overlap begins with the first line of a day on both sides. Statements of whole days overlap only so. */
const beginsDay = (start: number, { lines }: Run, file: File): boolean => {
  const [side, at] = start > 0 ? [file.lines, start] : [lines, -start];
  return at === 0 || side[at - 1]!.on < side[at]!.on;
};

/** Returns the places of a run; none if it contradicts the file. */
function placeRun(run: Run, file: File): Placed[] {
  const [count, total] = [run.lines.length, file.lines.length];
  const [start, end] = [run.lines[0]!, run.lines.at(-1)!];
  const place = (at: number, isJoined: boolean): Placed => ({ run, start: at, end: at + count, isJoined });
  const overlaps = overlapsOf(run, file);
  const ofWholeDays = overlaps.filter((at) => beginsDay(at, run, file));
  if (ofWholeDays.length > 0) return ofWholeDays.map((at) => place(at, true));
  const places = overlaps.map((at) => place(at, true));
  const { first, last } = file.days;
  const followsRun = run.isOpen && end.balanceKobo === balanceBefore(file.lines[0]!);
  const precedesRun = start.begins && file.lines.at(-1)!.balanceKobo === balanceBefore(start);
  // Within a day, an equal balance does not prove that nothing is missing.
  if (followsRun && run.days.last <= first) places.push(place(-count, run.days.last < first));
  if (precedesRun && last <= run.days.first) places.push(place(total, last < run.days.first));
  if (places.length > 0) return places;
  // A file that begins a day with the same balance shows other lines of that day; two parts of one day could be in either order.
  const isContrary =
    (run.days.last === first && run.days.first === last) ||
    run.lines.some((line) => line.on === first && balanceBefore(line) === balanceBefore(file.lines[0]!));
  if (isContrary) return [];
  if (run.days.last <= first) return [place(-count, false)];
  return run.days.first >= last ? [place(total, false)] : [];
}

/** More combinations than a statement has in practice. */
const MAX_COMBINATIONS = 100;

/** Returns the combinations of places in which the runs follow each other within the file; null if there are too many. */
function combine(runs: readonly Placed[][], total: number): Placed[][] | null {
  let found: Placed[][] = [[]];
  for (const places of runs) {
    found = found.flatMap((placed) => {
      const end = Math.min(placed.at(-1)?.end ?? 0, total);
      return places.flatMap((next) => (Math.max(next.start, 0) >= end ? [[...placed, next]] : []));
    });
    if (found.length > MAX_COMBINATIONS) return null;
  }
  return found;
}

/** New lines between two runs. */
interface Hole {
  start: number;
  end: number;
  left: Placed | null;
  right: Placed | null;
}

function holesOf(placed: readonly Placed[], total: number): Hole[] {
  const holes: Hole[] = [];
  let [start, left]: [number, Placed | null] = [0, null];
  for (const right of [...placed, null]) {
    const end = Math.min(right?.start ?? total, total);
    if (end > start) holes.push({ start, end, left, right });
    if (right) [start, left] = [Math.max(start, right.end), right];
  }
  return holes;
}

/** Distinguishes holes with other lines, or between other runs. */
const nameOf = ({ start, end, left, right }: Hole): string =>
  [start, end, left && lastOf(left).position, right && firstOf(right).position].join();

const firstOf = ({ run }: Placed): StoredLink => run.lines[0]!;
const lastOf = ({ run }: Placed): StoredLink => run.lines.at(-1)!;

/** Returns the sides between which lines are missing; null if there are none besides an open gap. */
function missingBeside({ start, end, left, right }: Hole, file: File): Sides | null {
  const isContinuous = left && right ? lastOf(left).balanceKobo === balanceBefore(firstOf(right)) : true;
  const sides = [left, right].filter((each) => each !== null);
  const isMissing = isContinuous
    ? sides.some(({ isJoined }) => !isJoined)
    : sides.every(({ isJoined }) => !isJoined);
  if (!isMissing) return null;
  return left && !left.isJoined
    ? { file: file.lines[start]!, stored: lastOf(left) }
    : { file: file.lines[end - 1]!, stored: firstOf(right!) };
}

/** Room for lines that are missing between runs. */
const ROOM = 2n ** 32n;

/** Returns the first position of new lines. */
function positionOf({ start, end, left, right }: Hole, total: number): bigint {
  const count = BigInt(end - start);
  const [after, until] = [left && lastOf(left).position, right && firstOf(right).position];
  if (after === null) return until === null ? 0n : until - (right!.start < total ? 0n : ROOM) - count;
  if (start > 0) return after + 1n;
  if (until === null) return after + ROOM;
  return right!.start < total ? until - count : after + (until - after - count) / 2n;
}

function placeHoles(placed: readonly Placed[], holes: readonly Hole[], total: number): Places {
  const added = holes.flatMap((hole) => {
    const { start, end } = hole;
    const first = positionOf(hole, total);
    return Array.from({ length: end - start }, (_, at) => ({
      index: start + at,
      position: first + BigInt(at),
      begins: start === 0 && at === 0,
    }));
  });
  const joined = holes.flatMap(({ left, right }) => [
    ...(left?.isJoined ? [lastOf(left).position] : []),
    ...(right?.isJoined ? [firstOf(right).position] : []),
  ]);
  const continued = placed.flatMap((each) =>
    each.start > 0 && each.start < total && firstOf(each).begins ? firstOf(each).position : [],
  );
  return { added, joined: [...new Set(joined)], continued };
}

/** Returns the first line of the file and of the stored ones that the other side does not have. */
function differenceOf({ lines, keys, days }: File, runs: readonly Run[]): Sides {
  const stored = runs.flatMap((run) => run.lines).filter(({ on }) => days.first <= on && on <= days.last);
  const [fileKeys, storedKeys] = [new Set(keys), new Set(stored.map(keyOf))];
  return {
    file: lines.find((_, index) => !storedKeys.has(keys[index]!)) ?? lines[0]!,
    stored: stored.find((line) => !fileKeys.has(keyOf(line))) ?? stored[0]!,
  };
}

/**
 * Places the lines of a statement, in the bank's order. `stored` are the lines of the account in the order of their positions: those of the
 * statement's days, and at least one more at each end if there are any. `isOpen` is whether lines may follow the last of them.
 */
export function placeStatement(
  lines: readonly Link[],
  stored: readonly StoredLink[],
  isOpen = true,
): Placement {
  const file: File = { lines, keys: lines.map(keyOf), days: daysOf(lines) };
  const all = runsOf(stored, isOpen);
  // Of the runs before and after the days of the file, only the nearest matter.
  const previous = all.findLast(({ days }) => days.last < file.days.first);
  const next = all.find(({ days }) => days.first > file.days.last);
  const runs = all.filter(
    (run) =>
      run === previous ||
      run === next ||
      (run.days.last >= file.days.first && run.days.first <= file.days.last),
  );
  const places = runs.map((run) => placeRun(run, file));
  const combinations = combine(places, lines.length);
  if (!combinations) return { kind: "ambiguous" };
  if (combinations.length === 0) return { kind: "contradiction", ...differenceOf(file, runs) };
  const found = combinations.map((placed) => ({ placed, holes: holesOf(placed, lines.length) }));
  const results = new Map(found.map((each) => [each.holes.map(nameOf).join(), each]));
  const continuing = [...results.values()].filter(({ holes }) =>
    holes.every((hole) => !missingBeside(hole, file)),
  );
  if (continuing.length > 1 || (continuing.length === 1 && results.size > 1)) return { kind: "ambiguous" };
  const result = continuing[0] ?? found[0]!;
  const placesFound = placeHoles(result.placed, result.holes, lines.length);
  const missing = result.holes.map((hole) => missingBeside(hole, file)).find((sides) => sides);
  return missing ? { kind: "gap", ...placesFound, ...missing } : { kind: "continues", ...placesFound };
}

/**
 * Returns the lines of one day in the opposite order if their balances follow in that order, too, such as those of a payment and its
 * reversal: nothing shows whether the file begins with the newest. Returns null if there is one order.
 */
function inOppositeOrder<T extends Link>(lines: readonly T[]): T[] | null {
  const reversed = lines.toReversed();
  const isPossible =
    lines.length > 1 &&
    lines.every(({ on }) => on === lines[0]!.on) &&
    reversed.every((line, index) => index === 0 || balanceBefore(line) === reversed[index - 1]!.balanceKobo);
  return isPossible && reversed[0]!.balanceKobo !== lines[0]!.balanceKobo ? reversed : null;
}

/** What banks say about a line. */
interface Described {
  bankReference: string;
  narration: string;
}

/** A line with what identifies it among lines of the same day and amount. */
const describe = <T extends Link & Described>(line: T) => ({
  line,
  bankReference: line.bankReference,
  words: line.narration
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, " ")
    .trim(),
  investments: referencesIn(line.narration).exact,
});
type Description = Omit<ReturnType<typeof describe>, "line">;

/**
 * The keys of a line by what it has in common with others (`base`) and the investments that it names: a payment for one investment is never
 * taken for that of another.
 */
const keysWith = (base: string, { investments }: Description): string[] =>
  investments.length === 0
    ? [`${base} none`]
    : [...investments.map((reference) => `${base} ${reference}`), `${base} some`];

/** The keys of the lines that a line may be, the most likely first. */
const partnersWith = (base: string, { investments }: Description): string[] =>
  investments.length === 0
    ? [`${base} none`, `${base} some`]
    : [...investments.map((reference) => `${base} ${reference}`), `${base} none`];

const withReference = ({ bankReference }: Description) =>
  bankReference ? `reference ${bankReference}` : null;
const withWords = ({ words }: Description) => (words ? `words ${words}` : null);
const ANY = "any";

/** What shows that a line of the file is a stored one with the same day and amount, the most certain first: the keys to look for. */
const signs: ((stored: Description) => string[])[] = [
  (stored) => partnersOf(withReference(stored), stored),
  (stored) => partnersOf(withWords(stored), stored),
  ({ investments }) => investments.map((reference) => `${ANY} ${reference}`),
  // Stored lines that name an investment choose first, because they cannot be lines that name another.
  (stored) => (stored.investments.length > 0 ? partnersWith(ANY, stored) : []),
  (stored) => partnersWith(ANY, stored),
];

const partnersOf = (base: string | null, stored: Description): string[] =>
  base === null ? [] : partnersWith(base, stored);

/** Returns a function that takes the next line with a key, each line once. */
function takerOf<T>(lines: readonly { line: T; keys: readonly string[] }[]): (key: string) => T | undefined {
  const byKey = new Map<string, T[]>();
  for (const { line, keys } of lines.toReversed())
    for (const key of keys) {
      const others = byKey.get(key);
      if (others) others.push(line);
      else byKey.set(key, [line]);
    }
  const taken = new Set<T>();
  return (key) => {
    const left = byKey.get(key) ?? [];
    while (left.length > 0) {
      const line = left.pop()!;
      if (taken.has(line)) continue;
      taken.add(line);
      return line;
    }
    return undefined;
  };
}

/**
 * Returns the line of the statement for each stored line of one day; null if one has none. The most certain pairs are found first, so that a
 * line is not taken for an equal amount whose own line follows. Each line is looked for by keys, so that a day may have thousands.
 */
function pairDay<T extends Link & Described>(
  lines: readonly T[],
  stored: readonly (Link & Described)[],
): T[] | null {
  const take = takerOf(
    lines.map((line) => {
      const own = describe(line);
      const bases = [withReference(own), withWords(own), ANY].filter((base) => base !== null);
      return {
        line,
        keys: bases.flatMap((base) => keysWith(base, own)).map((key) => `${line.amountKobo} ${key}`),
      };
    }),
  );
  const found: (T | undefined)[] = stored.map(() => undefined);
  const wanted = stored.map(describe);
  for (const keysOf of signs) {
    for (const [index, each] of wanted.entries()) {
      for (const key of found[index] ? [] : keysOf(each))
        found[index] ??= take(`${each.line.amountKobo} ${key}`);
    }
  }
  return found.every((line) => line !== undefined) ? found : null;
}

/**
 * Returns the lines of a statement with those of each day in the stored order, and the new ones after them: banks list the lines of a day
 * in different orders in different formats. Returns null if a stored line of one of its days is not in the statement.
 */
function inStoredOrder<T extends Link & Described>(
  lines: readonly T[],
  stored: readonly (Link & Described)[],
): T[] | null {
  const storedByDay = Map.groupBy(stored, ({ on }) => on);
  const ordered: T[] = [];
  for (const [day, ofDay] of Map.groupBy(lines, ({ on }) => on)) {
    const known = pairDay(ofDay, storedByDay.get(day) ?? []);
    if (!known) return null;
    const isKnownLine = new Set<T>(known);
    ordered.push(...known, ...ofDay.filter((line) => !isKnownLine.has(line)));
  }
  let balanceKobo = balanceBefore(lines[0]!);
  return ordered.map((line) => ({ ...line, balanceKobo: (balanceKobo += line.amountKobo) }));
}

/**
 * Places the lines of a statement like `placeStatement`, in the order of the file or in another one that its balances, or the stored lines of
 * its days, allow. Returns the lines in that order.
 */
export function placeInAnyOrder<T extends Link & Described>(
  lines: readonly T[],
  stored: readonly (StoredLink & Described)[],
  isOpen = true,
): { placement: Placement; lines: readonly T[] } {
  const place = (ordered: readonly T[]) => ({
    placement: placeStatement(ordered, stored, isOpen),
    lines: ordered,
  });
  const inFileOrder = place(lines);
  const opposite = inOppositeOrder(lines);
  if (opposite)
    return [inFileOrder, place(opposite)].find(isKnown) ?? { placement: { kind: "ambiguous" }, lines };
  if (inFileOrder.placement.kind === "continues") return inFileOrder;
  const reordered = inStoredOrder(lines, stored);
  const again = reordered && place(reordered);
  return again?.placement.kind === "continues" ? again : inFileOrder;
}

/** Whether all lines of a statement are stored. */
const isKnown = ({ placement }: { placement: Placement }): boolean =>
  placement.kind === "continues" && placement.added.length === 0;
