import { DataTable, type Column } from "@/components/data-table/data-table";
import { Field } from "@/components/forms/field";
import { buttonClass } from "@/components/ui/button-class";
import { formatDate } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { lagosDay } from "@/lib/dates";
import { checkAmount, formatKobo, parseAmount } from "@/lib/investing/money";
import type { PlanDto } from "@/lib/investing/plans/schema";
import { formatRate } from "@/lib/investing/rates";
import { scheduleOf, type Payment } from "@/lib/investing/schedule";
import { toTerms, type Terms } from "@/lib/investing/terms";
import { paths } from "@/lib/routes/paths";

export const CALCULATOR = "calculator";
/** The longest text that is shown again in the field. */
const MAX_TYPED = 40;
/** More payments than these are folded. */
const UNFOLDED = 12;

/** What a person would get, at the lowest and at the highest return. They are equal where the return is fixed. */
interface Line {
  day: string;
  low: Payment;
  high: Payment;
}

function linesOf(terms: Terms, principal: bigint, start: string): Line[] {
  const schedule = scheduleOf(terms, principal, start);
  const [low, high] =
    schedule.kind === "fixed" ? [schedule.payments, schedule.payments] : [schedule.low, schedule.high];
  return low.map((payment, index) => ({ day: payment.day, low: payment, high: high[index]! }));
}

/** Returns `₦1,000`, or `₦1,000 to ₦2,000`. */
const between = (low: bigint, high: bigint): string =>
  low === high ? formatKobo(low) : `${formatKobo(low)} to ${formatKobo(high)}`;

type Part = "gross" | "fee" | "tax" | "net" | "principal";
const amountOf = ({ low, high }: Line, part: Part): string => between(low[part], high[part]);
function totalOf(lines: readonly Line[], ...parts: Part[]): string {
  const sum = (end: "low" | "high") =>
    lines.reduce((total, line) => parts.reduce((all, part) => all + line[end][part], total), 0n);
  return between(sum("low"), sum("high"));
}

const column = (title: string, part: Part): Column<Line> => ({
  title,
  label: title,
  className: "figures",
  cell: (line) => amountOf(line, part),
});

/**
 * What a plan would pay for an amount, if it started today. It is a form that the browser sends by itself and the page answers, with the same
 * function that later schedules the payments, so it needs no script (ADR 37). Without an amount it shows the minimum.
 */
export function Calculator({ plan, typed }: { plan: PlanDto; typed: string | undefined }) {
  const terms = toTerms(plan.terms);
  const parsed = typed === undefined ? { kobo: terms.minimum } : parseAmount(typed);
  const limits = { ...terms, available: terms.capacity };
  const problem = "problem" in parsed ? parsed.problem : checkAmount(parsed.kobo, limits);
  return (
    <div className="grid gap-8">
      <form
        method="get"
        action={`${paths.plan(plan.slug)}#${CALCULATOR}`}
        className="grid max-w-xl gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <Field
          label="Amount in naira"
          error={problem ?? undefined}
          rule={`From ${formatKobo(terms.minimum)}, in steps of ${formatKobo(terms.step)}.`}
        >
          {(control) => (
            <Input
              {...control}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={MAX_TYPED}
              defaultValue={typed?.slice(0, MAX_TYPED) ?? formatKobo(terms.minimum).replace("₦", "")}
            />
          )}
        </Field>
        <button type="submit" className={buttonClass("primary", "lg", "sm:mt-[1.875rem] sm:self-start")}>
          Calculate
        </button>
      </form>
      {!problem && "kobo" in parsed && <Result terms={terms} amount={parsed.kobo} />}
    </div>
  );
}

function Result({ terms, amount }: { terms: Terms; amount: bigint }) {
  const today = lagosDay();
  const lines = linesOf(terms, amount, today);
  const isTarget = terms.return.kind === "declared";
  const totals = [
    { title: "You pay in", text: formatKobo(amount) },
    { title: "Return before tax", text: totalOf(lines, "gross") },
    ...(terms.fee > 0 ? [{ title: "Our fee", text: totalOf(lines, "fee") }] : []),
    { title: `Withholding tax, ${formatRate(terms.withholdingTax)}`, text: totalOf(lines, "tax") },
    { title: "Return after tax", text: totalOf(lines, "net") },
    { title: "You receive in all", text: totalOf(lines, "net", "principal") },
  ];
  const columns: Column<Line>[] = [
    {
      title: "Date",
      label: null,
      className: "font-medium figures",
      cell: ({ day }) => formatDate(day),
    },
    column("Before tax", "gross"),
    ...(terms.fee > 0 ? [column("Our fee", "fee")] : []),
    column("Tax", "tax"),
    column("After tax", "net"),
    column("Your money back", "principal"),
  ];
  const table = (
    <DataTable label="Payments" columns={columns} rows={lines} rowKey={({ day }) => day} stale={false} />
  );
  return (
    <div className="grid gap-6">
      {isTarget && (
        <Notice tone="warning" title="A target, not a guarantee" className="max-w-2xl">
          The figures show both ends of the target range. The return can be lower, nothing, or a loss, and you
          may get back less than you put in.
        </Notice>
      )}
      <dl
        aria-label={isTarget ? "In all, at both ends of the target range" : "In all"}
        className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3"
      >
        {totals.map(({ title, text }) => (
          <div key={title}>
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="mt-0.5 text-lg font-medium figures">{text}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h3 className="text-lg font-semibold">What is paid when</h3>
        <p className="mt-1 mb-4 leading-7 text-muted">
          {`If your money arrived today, ${formatDate(today)}. Tax is withheld at today's rate.`}
        </p>
        {lines.length <= UNFOLDED ? (
          table
        ) : (
          <details className="grid gap-4">
            <summary className="cursor-pointer py-2.5 font-medium text-accent">
              {`Show all ${lines.length} payments`}
            </summary>
            <div className="mt-3">{table}</div>
          </details>
        )}
      </div>
    </div>
  );
}
