import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accruedOn,
  maturityOf,
  periodEnds,
  redemptionOn,
  scheduleOf,
  valueOn,
  type Instalment,
  type ScheduleOptions,
} from "./schedule-rules";
import { paymentFrequencies, type Terms } from "./terms-schema";

/**
 * Properties of 100,000 random terms, in four parts. The expected values are calculated independently: a calendar without
 * Date, and fractions that are never rounded before they are compared.
 */
const base: Terms = {
  minimum: 1n,
  step: 1n,
  capacity: null,
  tenor: { unit: "months", count: 12 },
  return: { kind: "fixed", rate: 1_200 },
  dayCount: "actual/365",
  payout: "maturity",
  earlyRedemption: null,
  fee: 0,
  withholdingTax: 1_000,
  riskText: "Risk",
  termsText: "Terms",
};

// An independent calendar.
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lengthOf = (year: number, month: number) => (month === 1 && isLeap(year) ? 29 : lengths[month]!);
type Date3 = readonly [year: number, month: number, day: number];
const written = ([year, month, day]: Date3) =>
  `${year}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
const read = (text: string): Date3 => {
  const [year, month, day] = text.split("-").map(Number);
  return [year!, month! - 1, day!];
};
/** Returns the days since 1 March of the year 0: as in calendars before 1752, the year begins in March. */
function serial([year, month, day]: Date3): number {
  const y = month < 2 ? year - 1 : year;
  const m = (month + 10) % 12;
  return (
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    Math.floor((153 * m + 2) / 5) +
    day -
    1
  );
}
const daysBetween = (from: string, to: string) => serial(read(to)) - serial(read(from));
function later(start: string, count: number, unit: "months" | "days"): string {
  let [year, month, day] = read(start);
  if (unit === "months") {
    month += count;
    year += Math.floor(month / 12);
    month %= 12;
    return written([year, month, Math.min(day, lengthOf(year, month))]);
  }
  for (let left = count; left > 0; left -= 1) {
    day += 1;
    if (day > lengthOf(year, month)) [day, month] = [1, month + 1];
    if (month > 11) [month, year] = [0, year + 1];
  }
  return written([year, month, day]);
}
function expectedEnds({ tenor, payout }: Terms, start: string): string[] {
  const maturity = later(start, tenor.count, tenor.unit);
  const each = payout === "monthly" ? 1 : payout === "quarterly" ? 3 : Infinity;
  const ends: string[] = [];
  for (let at = each; at < 1_000; at += each) {
    const end = later(start, at, "months");
    if (daysBetween(end, maturity) <= 0) break;
    ends.push(end);
  }
  return [...ends, maturity];
}

/** Rounds a fraction down; there is no other rounding. */
const floor = (numerator: bigint, denominator: bigint) => {
  const rest = ((numerator % denominator) + denominator) % denominator;
  return (numerator - rest) / denominator;
};

const sum = (payments: readonly Instalment[], of: keyof Omit<Instalment, "day" | "isTarget">) =>
  payments.reduce((total, payment) => total + payment[of], 0n);
const fixed = (terms: Terms, principal: bigint, start: string, options?: ScheduleOptions) => {
  const schedule = scheduleOf(terms, principal, start, options);
  return schedule.kind === "fixed" ? schedule.instalments : [];
};

const amount = fc.oneof(fc.bigInt(1n, 10n ** 15n), fc.bigInt(1n, 10_000n), fc.constant(10n ** 15n));
const bps = fc.integer({ min: 0, max: 10_000 });
const start = fc
  .tuple(
    fc.integer({ min: 2024, max: 2032 }),
    fc.integer({ min: 0, max: 11 }),
    fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 })),
  )
  .map(([year, month, day]) => written([year, month, Math.min(day, lengthOf(year, month))]));
const tenor = fc.oneof(
  fc.record({ unit: fc.constant("months" as const), count: fc.integer({ min: 1, max: 24 }) }),
  fc.record({
    unit: fc.constant("days" as const),
    count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 500 })),
  }),
);
const terms = (returned: fc.Arbitrary<Terms["return"]>): fc.Arbitrary<Terms> =>
  fc
    .record({
      tenor,
      return: returned,
      payout: fc.constantFrom(...paymentFrequencies),
      fee: bps,
      withholdingTax: bps,
    })
    .map((some) => ({ ...base, ...some }));
const fixedReturn = fc.record({ kind: fc.constant("fixed" as const), rate: bps });
const declaredReturn = fc
  .tuple(bps, bps)
  .map(([a, b]) => ({ kind: "declared" as const, low: Math.min(a, b), high: Math.max(a, b) }));

const fail = (what: string): never => {
  throw new Error(what);
};
/** `expect` is too slow for every payment of all schedules. */
const same = (actual: unknown, wanted: unknown, what: string) => {
  if (actual !== wanted) fail(`${what}: ${String(actual)} instead of ${String(wanted)}`);
};

describe("random terms", () => {
  it("of a fixed return: the days, and the totals of return, fee and tax up to each, are exact", () => {
    fc.assert(
      fc.property(terms(fixedReturn), amount, start, (some, principal, begin) => {
        const rate = some.return.kind === "fixed" ? BigInt(some.return.rate) : 0n;
        const payments = fixed(some, principal, begin);
        const ends = expectedEnds(some, begin);
        same(payments.map(({ day }) => day).join(), ends.join(), "days");
        let [gross, fee, tax] = [0n, 0n, 0n];
        payments.forEach((payment, index) => {
          if (payment.gross < 0n || payment.fee < 0n || payment.tax < 0n || payment.net < 0n)
            fail("a negative payment");
          same(payment.net, payment.gross - payment.fee - payment.tax, "net");
          same(payment.principal, index === ends.length - 1 ? principal : 0n, "principal");
          [gross, fee, tax] = [gross + payment.gross, fee + payment.fee, tax + payment.tax];
          const days = BigInt(daysBetween(begin, payment.day));
          same(gross, floor(principal * rate * days, 3_650_000n), "return");
          same(fee, floor(gross * BigInt(some.fee), 10_000n), "fee");
          same(tax, floor((gross - fee) * BigInt(some.withholdingTax), 10_000n), "tax");
        });
      }),
      { numRuns: 40_000 },
    );
  });

  it("of a declared return: both ends are exact, with the declared periods in both", () => {
    const some = terms(declaredReturn);
    const declarations = fc.array(fc.integer({ min: -15_000, max: 10_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(some, amount, start, declarations, (some, principal, begin, declared) => {
        const schedule = scheduleOf(some, principal, begin, { declared });
        if (schedule.kind === "fixed" || some.return.kind === "fixed") return fail("not declared");
        const ends = expectedEnds(some, begin);
        for (const [payments, target] of [
          [schedule.low, some.return.low],
          [schedule.high, some.return.high],
        ] as const) {
          same(payments.length, ends.length, "payments");
          let [earned, gross, from] = [0n, 0n, begin];
          payments.forEach((payment, index) => {
            same(payment.isTarget, index >= declared.length, "target");
            const days = BigInt(daysBetween(from, ends[index]!));
            earned += principal * days * BigInt(declared[index] ?? target);
            from = ends[index]!;
            const best = floor(earned, 3_650_000n);
            // What was paid is not taken back: a loss waits for later returns.
            const due = best > gross ? best - gross : 0n;
            same(payment.gross, due, "return");
            gross += due;
          });
          const total = principal + floor(earned, 3_650_000n);
          const paid = sum(payments, "gross") + sum(payments, "principal");
          // All of the principal can be lost, and no more.
          same(paid, total > gross ? total : gross, "the sum of return and principal");
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it("more money never earns less, and a higher rate never pays less", () => {
    const more = fc.bigInt(0n, 10n ** 12n);
    fc.assert(
      fc.property(terms(fixedReturn), amount, more, start, (some, principal, added, begin) => {
        const less = fixed(some, principal, begin);
        const larger = fixed(some, principal + added, begin);
        let [a, b, netA, netB] = [0n, 0n, 0n, 0n];
        less.forEach((payment, index) => {
          [a, b] = [a + payment.gross, b + larger[index]!.gross];
          [netA, netB] = [netA + payment.net, netB + larger[index]!.net];
          if (b < a) fail("a larger amount earned less");
          if (netB < netA) fail("a larger amount paid less");
        });
        const rate = some.return.kind === "fixed" ? some.return.rate : 0;
        const better = fixed({ ...some, return: { kind: "fixed", rate: rate + 1 } }, principal, begin);
        if (sum(better, "gross") < sum(less, "gross")) fail("a higher rate earned less");
      }),
      { numRuns: 20_000 },
    );
  });

  it("with changes of tax and redemptions: every kobo of principal returns, and the value leads to what is paid", () => {
    const at = fc.double({ min: 0, max: 1, noNaN: true });
    const changes = fc.array(fc.tuple(at, bps), { maxLength: 2 });
    const redeemed = fc.array(fc.tuple(at, at), { maxLength: 3 });
    fc.assert(
      fc.property(
        terms(fixedReturn),
        amount,
        start,
        changes,
        redeemed,
        (some, principal, begin, taxes, parts) => {
          const maturity = later(begin, some.tenor.count, some.tenor.unit);
          const tenorDays = daysBetween(begin, maturity);
          const dayOf = (share: number) => later(begin, Math.floor(share * (tenorDays - 1)), "days");
          const taxChanges = taxes.map(([share, rate]) => ({ from: dayOf(share), rate }));
          const redemptions = parts.map(([day, share]) => ({
            day: dayOf(day),
            amount: (principal * BigInt(Math.floor(share * 400))) / 1_000n,
          }));
          const options = { taxChanges, redemptions };
          const charged = { ...some, earlyRedemption: { fromDay: 1, charge: 250 } };
          const payments = fixed(charged, principal, begin, options);
          same(sum(payments, "principal"), principal, "principal");
          const rate = some.return.kind === "fixed" ? BigInt(some.return.rate) : 0n;
          let earned = 0n;
          let [left, from] = [principal, begin];
          let taxed = 0n;
          for (const payment of payments) {
            earned += left * rate * BigInt(daysBetween(from, payment.day));
            left -= payment.principal;
            from = payment.day;
            const applied = taxChanges
              .filter((change) => change.from <= payment.day)
              .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
              .at(-1);
            taxed += (payment.gross - payment.fee) * BigInt(applied ? applied.rate : some.withholdingTax);
          }
          same(sum(payments, "gross"), floor(earned, 3_650_000n), "return");
          same(sum(payments, "tax"), floor(taxed, 10_000n), "tax");
          // The value on the day before each payment is at most the sum of this payment and all later ones.
          const eve = later(begin, Math.max(0, tenorDays - 1), "days");
          const value = valueOn(charged, principal, begin, eve, options);
          const last = payments.at(-1)!;
          if (taxChanges.length === 0 && last.day === maturity && value > last.principal + last.net)
            fail("the value is more than what is paid");
          same(valueOn(charged, principal, begin, maturity, options), 0n, "the value when all is due");
        },
      ),
      { numRuns: 20_000 },
    );
  });
});

describe("days", () => {
  it.each([
    ["2026-01-31", "monthly", 4, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]],
    ["2027-11-30", "quarterly", 6, ["2028-02-29", "2028-05-30"]],
    ["2028-02-29", "maturity", 12, ["2029-02-28"]],
    ["2028-02-29", "maturity", 48, ["2032-02-29"]],
    ["2028-02-29", "monthly", 2, ["2028-03-29", "2028-04-29"]],
    ["2026-08-31", "quarterly", 7, ["2026-11-30", "2027-02-28", "2027-03-31"]],
  ] as const)("from %s, %s for %i months", (start, payout, count, ends) => {
    expect(periodEnds({ tenor: { unit: "months", count }, payout }, start)).toEqual(ends);
  });

  it("of a tenor in days are counted, and a last period may be short", () => {
    const tenor = { unit: "days", count: 45 } as const;
    expect(periodEnds({ tenor, payout: "monthly" }, "2026-01-31")).toEqual(["2026-02-28", "2026-03-17"]);
    expect(maturityOf({ tenor: { unit: "days", count: 1 } }, "2028-02-28")).toBe("2028-02-29");
  });

  it("a tenor of one day pays one day's return", () => {
    const terms: Terms = { ...base, tenor: { unit: "days", count: 1 }, payout: "monthly" };
    expect(fixed(terms, 365_000_00n, "2026-12-31")).toEqual([
      {
        day: "2027-01-01",
        gross: 120_00n,
        fee: 0n,
        tax: 12_00n,
        net: 108_00n,
        principal: 365_000_00n,
        charge: 0n,
        isTarget: false,
      },
    ]);
  });

  it("a leap year pays 366 days of a year of 365", () => {
    const [payment] = fixed(base, 1_000_000_00n, "2028-01-01");
    expect(payment!.gross).toBe((1_000_000_00n * 12n * 366n) / 36_500n);
  });
});

describe("by hand", () => {
  const terms: Terms = { ...base, payout: "quarterly", fee: 2_000 };

  it("a million naira at 12% for a year, paid quarterly", () => {
    const rows = fixed(terms, 1_000_000_00n, "2026-01-15").map(({ day, gross, fee, tax, net }) =>
      [day, gross, fee, tax, net].join(" "),
    );
    // 90, 91, 92 and 92 days of 1,000,000 × 12 % / 365, which is 32,876.7123 a day in kobo.
    expect(rows).toEqual([
      "2026-04-15 2958904 591780 236712 2130412",
      "2026-07-15 2991780 598356 239342 2154082",
      "2026-10-15 3024658 604932 241973 2177753",
      "2027-01-15 3024658 604932 241973 2177753",
    ]);
    expect(rows.length).toBe(4);
  });

  it("a change of tax applies to what is paid from its day on", () => {
    const taxChanges = [{ from: "2026-07-15", rate: 500 }];
    const plain = { ...terms, fee: 0 };
    const rows = fixed(plain, 1_000_000_00n, "2026-01-15", { taxChanges });
    expect(rows.map(({ tax }) => tax)).toEqual([295_890n, 149_589n, 151_233n, 151_233n]);
  });

  it("the accrued return grows day by day and is not counted once it is due", () => {
    const on = (day: string) => accruedOn(terms, 1_000_000_00n, "2026-01-15", day).gross;
    expect(on("2026-01-15")).toBe(0n);
    expect(on("2026-01-16")).toBe(32_876n);
    expect(on("2026-04-14")).toBe(2_926_027n);
    expect(on("2026-04-15")).toBe(0n);
    expect(on("2026-04-16")).toBe(32_876n);
    expect(on("2026-01-01")).toBe(0n);
  });
});

describe("a declared return", () => {
  const terms: Terms = {
    ...base,
    payout: "quarterly",
    return: { kind: "declared", low: 1_400, high: 1_800 },
  };
  const principal = 1_000_000_00n;
  const begin = "2026-01-15";

  it("is no value before it was declared, however long it runs", () => {
    expect(valueOn(terms, principal, begin, "2026-04-14")).toBe(principal);
    expect(valueOn(terms, principal, begin, "2026-07-14", { declared: [0] })).toBe(principal);
  });

  it("a loss lowers the value until later returns have made up for it", () => {
    // 90 days of -20 % a year, and 91 days of 30 %.
    const loss = 4_931_507n;
    expect(valueOn(terms, principal, begin, "2026-05-01", { declared: [-2_000] })).toBe(principal - loss);
    const schedule = scheduleOf(terms, principal, begin, { declared: [-2_000, 3_000] });
    if (schedule.kind === "fixed") return fail("not declared");
    expect(schedule.low.map(({ gross }) => gross).slice(0, 2)).toEqual([0n, 7_479_452n - loss]);
    expect(schedule.low.slice(0, 2)).toEqual(schedule.high.slice(0, 2));
    expect(schedule.low.map(({ isTarget }) => isTarget)).toEqual([false, false, true, true]);
  });

  it("a loss at the end is borne by the principal, and never more than that", () => {
    const declared = [-40_000, -40_000, -40_000, -40_000];
    const schedule = scheduleOf(terms, principal, begin, { declared });
    if (schedule.kind === "fixed") return fail("not declared");
    expect(schedule.low.at(-1)!.principal).toBe(0n);
    // 90 and 91 days of -400 % a year are 198 %.
    expect(valueOn(terms, principal, begin, "2026-08-01", { declared: declared.slice(0, 2) })).toBe(0n);
  });
});

describe("early redemption", () => {
  const terms: Terms = {
    ...base,
    minimum: 100_000_00n,
    earlyRedemption: { fromDay: 90, charge: 200 },
  };
  const principal = 1_000_000_00n;
  const begin = "2026-01-01";
  const redeem = (day: string, amount: bigint, some = terms) =>
    redemptionOn(some, principal, begin, { day, amount });

  it("of all pays the principal, what has accrued, and takes the charge", () => {
    expect(redeem("2026-04-11", principal)).toEqual({
      remaining: 0n,
      instalment: {
        day: "2026-04-11",
        gross: 3_287_671n,
        fee: 0n,
        tax: 328_767n,
        net: 2_958_904n,
        principal,
        charge: 20_000_00n,
        isTarget: false,
      },
    });
  });

  it("of a part goes on with the rest", () => {
    const part = { day: "2026-04-11", amount: 400_000_00n };
    expect(redeem(part.day, part.amount)).toMatchObject({
      remaining: 600_000_00n,
      instalment: { gross: 3_287_671n, principal: 400_000_00n, charge: 8_000_00n },
    });
    const payments = fixed(terms, principal, begin, { redemptions: [part] });
    expect(payments.map(({ day }) => day)).toEqual(["2026-04-11", "2027-01-01"]);
    // 100 days on all of the principal and 265 days on 60 % of it, as one fraction.
    expect(sum(payments, "gross")).toBe(floor(1_200n * (principal * 100n + 600_000_00n * 265n), 3_650_000n));
    expect(valueOn(terms, principal, begin, "2026-04-11", { redemptions: [part] })).toBe(600_000_00n);
  });

  it.each([
    ["2026-03-31", principal, "too_early"],
    ["2027-01-01", principal, "matured"],
    ["2026-04-01", principal + 1n, "amount"],
    ["2026-04-01", 0n, "amount"],
    ["2026-04-01", 950_000_00n, "remainder"],
  ] as const)("on %s of %s is refused: %s", (day, amount, refused) =>
    expect(redeem(day, amount)).toEqual({ refused }),
  );

  it("is possible from the day that the terms name, if they offer it", () => {
    expect(redeem("2026-04-01", principal)).toHaveProperty("instalment");
    expect(redeem("2026-06-01", principal, { ...terms, earlyRedemption: null })).toEqual({
      refused: "not_offered",
    });
  });

  it("on a day of payment comes after the payment", () => {
    const monthly: Terms = { ...terms, payout: "monthly" };
    const answer = redemptionOn(monthly, principal, begin, { day: "2026-05-01", amount: principal });
    expect(answer).toMatchObject({ instalment: { gross: 0n, principal } });
    const payments = fixed(monthly, principal, begin, {
      redemptions: [{ day: "2026-05-01", amount: principal }],
    });
    expect(payments.at(-2)).toMatchObject({ day: "2026-05-01", principal: 0n });
    expect(payments.at(-1)).toMatchObject({ day: "2026-05-01", principal });
  });

  it("of a declared return leaves without what was not declared, and with its share of a loss", () => {
    const declaredTerms: Terms = {
      ...terms,
      payout: "quarterly",
      return: { kind: "declared", low: 500, high: 900 },
    };
    const options = { declared: [-1_000] };
    const half = { day: "2026-05-01", amount: 500_000_00n };
    const answer = redemptionOn(declaredTerms, principal, begin, half, options);
    // 90 days of -10 % a year are 24,657.53 in total.
    expect(answer).toMatchObject({ instalment: { gross: 0n, principal: 500_000_00n - 1_232_877n } });
    expect(valueOn(declaredTerms, principal, begin, "2026-05-01", { ...options, redemptions: [half] })).toBe(
      500_000_00n - 1_232_877n,
    );
  });
});
