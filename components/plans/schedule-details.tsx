import { DataTable, type Column } from "@/components/data-table/data-table";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { formatKobo } from "@/lib/money";
import { scheduleOf, type Payment, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import type { Terms } from "@/lib/plans/terms-schema";
import { formatRate } from "@/lib/rates";

/** More payments than these are folded. */
const UNFOLDED = 12;

/** What a person would get, at the lowest and at the highest return. They are equal where the return is fixed. */
interface Line {
  day: string;
  low: Payment;
  high: Payment;
}

function linesOf({ terms, amount, start, options }: Omit<ScheduleProps, "note">): Line[] {
  const schedule = scheduleOf(terms, amount, start, options);
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

interface ScheduleProps {
  terms: Terms;
  amount: bigint;
  /** The first day of the tenor. */
  start: string;
  options?: ScheduleOptions;
  /** Says from when the days are counted. */
  note: string;
}

/** What an amount earns in all, and what is paid when. */
export function ScheduleDetails({ terms, amount, start, options = {}, note }: ScheduleProps) {
  const lines = linesOf({ terms, amount, start, options });
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
    <DataTable
      label="Payments"
      columns={columns}
      rows={lines}
      rowKey={(line) => `${line.day} ${lines.indexOf(line)}`}
      stale={false}
    />
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
        <p className="mt-1 mb-4 leading-7 text-muted">{note}</p>
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
