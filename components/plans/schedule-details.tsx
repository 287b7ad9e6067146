import { DataTable, type Column } from "@/components/data-table/data-table";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { formatKobo } from "@/lib/money";
import { scheduleOf, type Instalment, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import type { Terms } from "@/lib/plans/terms-schema";
import { formatRate } from "@/lib/rates";

/** Longer schedules are collapsed. */
const UNFOLDED = 12;

/** An instalment at the lowest and at the highest return, which are equal if the return is fixed. */
interface Row {
  day: string;
  low: Instalment;
  high: Instalment;
}

function rowsOf({ terms, amount, start, options }: Omit<ScheduleProps, "note">): Row[] {
  const schedule = scheduleOf(terms, amount, start, options);
  const [low, high] =
    schedule.kind === "fixed" ? [schedule.instalments, schedule.instalments] : [schedule.low, schedule.high];
  return low.map((instalment, index) => ({ day: instalment.day, low: instalment, high: high[index]! }));
}

/** Formats `₦1,000`, or `₦1,000 to ₦2,000`. */
const between = (low: bigint, high: bigint): string =>
  low === high ? formatKobo(low) : `${formatKobo(low)} to ${formatKobo(high)}`;

type Component = "gross" | "fee" | "tax" | "net" | "principal";
const amountOf = ({ low, high }: Row, part: Component): string => between(low[part], high[part]);
function totalOf(rows: readonly Row[], ...parts: Component[]): string {
  const sum = (end: "low" | "high") =>
    rows.reduce((total, row) => parts.reduce((all, part) => all + row[end][part], total), 0n);
  return between(sum("low"), sum("high"));
}

const column = (title: string, part: Component): Column<Row> => ({
  title,
  label: title,
  className: "figures",
  cell: (row) => amountOf(row, part),
});

interface ScheduleProps {
  terms: Terms;
  amount: bigint;
  /** The first day of the tenor. */
  start: string;
  options?: ScheduleOptions;
  /** Explains the start of the schedule. */
  note: string;
}

/** Shows the total return of an amount and its instalments. */
export function ScheduleDetails({ terms, amount, start, options = {}, note }: ScheduleProps) {
  const rows = rowsOf({ terms, amount, start, options });
  const isTarget = terms.return.kind === "declared";
  const totals = [
    { title: "You invest", text: formatKobo(amount) },
    { title: "Return before tax", text: totalOf(rows, "gross") },
    ...(terms.fee > 0 ? [{ title: "Our fee", text: totalOf(rows, "fee") }] : []),
    { title: `Withholding tax, ${formatRate(terms.withholdingTax)}`, text: totalOf(rows, "tax") },
    { title: "Return after tax", text: totalOf(rows, "net") },
    { title: "You receive in total", text: totalOf(rows, "net", "principal") },
  ];
  const columns: Column<Row>[] = [
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
      label="Instalments"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.day} ${rows.indexOf(row)}`}
      stale={false}
    />
  );
  return (
    <div className="grid gap-6">
      {isTarget && (
        <Notice tone="warning" title="A target, not a guarantee" className="max-w-2xl">
          The figures show both ends of the target range. The return can be lower, zero or a loss, and you may
          get back less than you invested.
        </Notice>
      )}
      <dl
        aria-label={isTarget ? "Totals, at both ends of the target range" : "Totals"}
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
        <h3 className="text-lg font-semibold">Payment schedule</h3>
        <p className="mt-1 mb-4 leading-7 text-muted">{note}</p>
        {rows.length <= UNFOLDED ? (
          table
        ) : (
          <details className="grid gap-4">
            <summary className="cursor-pointer py-2.5 font-medium text-accent">
              {`Show all ${rows.length} instalments`}
            </summary>
            <div className="mt-3">{table}</div>
          </details>
        )}
      </div>
    </div>
  );
}
