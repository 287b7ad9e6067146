import fc from "fast-check";

/** Statements in random layouts, as banks write tables. */
export interface Booking {
  on: string;
  kobo: bigint;
  text: string;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const dayFormats: Record<string, (year: string, month: string, day: string) => string> = {
  "dmy /": (y, m, d) => `${d}/${m}/${y}`,
  "dmy -": (y, m, d) => `${d}-${m}-${y} 10:20:30`,
  "mdy /": (y, m, d) => `${Number(m)}/${Number(d)}/${y}`,
  "ymd -": (y, m, d) => `${y}-${m}-${d}`,
  "ymd ": (y, m, d) => `${y}${m}${d}`,
  "dmy name": (y, m, d) => `${d}-${months[Number(m) - 1]!.toUpperCase()}-${y.slice(2)}`,
};
const plain = (kobo: bigint) => {
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const grouped = (kobo: bigint) => plain(kobo).replace(/\B(?=(\d{3})+\.)/g, ",");
const amountFormats = { plain, grouped, naira: (kobo: bigint) => `₦${grouped(kobo)}` };
const signs: Record<string, (text: string, isOut: boolean) => string> = {
  minus: (text, isOut) => (isOut ? `-${text}` : text),
  trailing: (text, isOut) => (isOut ? `${text}-` : text),
  brackets: (text, isOut) => (isOut ? `(${text})` : text),
  marks: (text, isOut) => `${text}${isOut ? "DR" : "CR"}`,
};

export const booking = fc.record({
  on: fc
    .integer({ min: 0, max: 300 })
    .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
  kobo: fc.oneof(fc.bigInt(1n, 10n ** 9n), fc.bigInt(-(10n ** 9n), -1n)),
  // A row named "B/f" is a balance.
  text: fc
    .stringMatching(/^[A-Z][A-Za-z0-9 ,;|"/-]{0,30}[a-z]$/)
    .filter((text) => !/^[bc][^a-z]*f$/i.test(text)),
});
export const layout = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  end: fc.constantFrom("\n", "\r\n", "\r"),
  day: fc.constantFrom(...Object.keys(dayFormats)),
  dayName: fc.constantFrom("Date", "TRAN_DATE", "Trans. Date", "PostingDate", "VALUE DATE"),
  amount: fc.constantFrom(...(Object.keys(amountFormats) as (keyof typeof amountFormats)[])),
  amounts: fc.constantFrom("signed", "split", "direction"),
  splitNames: fc.constantFrom(
    ["Debit", "Credit"],
    ["DR AMOUNT", "CR AMOUNT"],
    ["Withdrawals", "Deposits"],
    ["Money Out", "Money In"],
    ["Amount Debit", "Amount Credit"],
  ),
  sign: fc.constantFrom(...Object.keys(signs)),
  balance: fc.constantFrom("none", "all", "daily"),
  isNewestFirst: fc.boolean(),
  preamble: fc.boolean(),
  footer: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
});
export type Layout = ReturnType<(typeof layout)["generate"]>["value"];

/** Returns a table of bookings, which follow a balance in kobo. */
export function write(bookings: readonly Booking[], how: Layout, openingKobo = 10n ** 9n): string {
  const quote = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(how.delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const amountOf = amountFormats[how.amount];
  let balanceKobo = openingKobo;
  const rows = bookings.map(({ on, kobo, text }, index) => {
    balanceKobo += kobo;
    const [year, month, day] = on.split("-") as [string, string, string];
    const isLast = bookings[index + 1]?.on !== on;
    const balance =
      how.balance === "none" || (how.balance === "daily" && !isLast)
        ? ""
        : `${balanceKobo < 0n ? "-" : ""}${amountOf(balanceKobo)}`;
    const unsigned = amountOf(kobo);
    const amounts = {
      signed: [signs[how.sign]!(unsigned, kobo < 0n), ""],
      split: kobo < 0n ? [unsigned, ""] : ["", unsigned],
      direction: [unsigned, kobo < 0n ? "DR" : "CR"],
    }[how.amounts];
    return [dayFormats[how.day]!(year, month, day), text, ...amounts, balance];
  });
  const names = {
    signed: ["Amount", "Branch"],
    split: how.splitNames,
    direction: ["Amount", "Dr/Cr"],
  }[how.amounts];
  const table = [
    [how.dayName, "Narration", ...names, "Balance"],
    ...(how.isNewestFirst ? rows.toReversed() : rows),
  ];
  const lines = table.map((cells) => how.order.map((index) => quote(cells[index]!)).join(how.delimiter));
  return [
    ...(how.preamble ? ["Sample Bank", `Account No${how.delimiter}0123456789`, ""] : []),
    ...lines,
    ...(how.footer ? ["", "*** END OF STATEMENT ***"] : []),
  ].join(how.end);
}
