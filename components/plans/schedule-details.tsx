import { DataTable, type Column } from "@/components/data-table/data-table";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { formatAmount, formatExact } from "@/lib/money";
import {
  rangeOf,
  scheduleRows,
  scheduleTotals,
  taxRatesOf,
  type Figure,
  type LabelledTotal,
  type Range,
  type ScheduleFacts,
  type ScheduleRow,
} from "@/lib/plans/schedule-labels";
import { formatRate } from "@/lib/rates";

/** Longer schedules are collapsed. */
const UNFOLDED = 12;

/** Formats one amount, or both ends of a range. */
const between = ({ low, high }: Range, format: (amount: bigint) => string): string =>
  low === high ? format(low) : `${format(low)} to ${format(high)}`;

/** Returns the columns of the instalments, each with its total. */
function columnsOf(rows: readonly ScheduleRow[], totals: readonly LabelledTotal[]): Column<ScheduleRow>[] {
  const totalOf = (figure: Figure) => totals.find((total) => total.figure === figure);
  const column = (
    title: string,
    figure: Figure,
    phone?: Column<ScheduleRow>["phone"],
  ): Column<ScheduleRow>[] => {
    const total = totalOf(figure);
    const cell = (row: ScheduleRow) => between(rangeOf(row, figure), formatAmount);
    return total
      ? [
          {
            title,
            label: title,
            isAmount: true,
            cell,
            sum: between(total, formatAmount),
            phone: phone ?? "hidden",
          },
        ]
      : [];
  };
  const hasRates = taxRatesOf(rows).length > 1;
  return [
    {
      title: "Date",
      label: null,
      className: "font-medium figures",
      cell: ({ day }) => formatDate(day),
      sum: "Total",
      phone: "start",
    },
    {
      title: "Details",
      label: null,
      isPhoneOnly: true,
      phone: "below",
      cell: (row) => detailsOf(row),
    },
    ...column("Before tax", "gross"),
    ...column("Our fee", "fee"),
    ...(hasRates
      ? [
          {
            title: "Tax rate",
            label: "Tax rate",
            isAmount: true,
            cell: ({ taxRate }: ScheduleRow) => formatRate(taxRate),
            phone: "hidden" as const,
          },
        ]
      : []),
    ...column("Tax", "tax"),
    ...column("After tax", "net"),
    ...column("Charge", "charge"),
    ...column("You receive", "received", "end"),
  ];
}

/** Describes the parts of an instalment on a phone. */
function detailsOf(row: ScheduleRow): string {
  const amount = (figure: Figure) => between(rangeOf(row, figure), formatAmount);
  const parts = [
    `Return ${amount("gross")}`,
    ...(row.high.fee > 0n ? [`fee ${amount("fee")}`] : []),
    `tax ${amount("tax")}`,
    ...(row.high.charge > 0n ? [`charge ${amount("charge")}`] : []),
  ];
  return parts.join(", ");
}

interface ScheduleProps extends ScheduleFacts {
  /** Explains the start of the schedule. */
  note: string;
}

/** Shows the total return of an amount and its instalments. */
export function ScheduleDetails({ note, ...facts }: ScheduleProps) {
  const rows = scheduleRows(facts);
  const totals = scheduleTotals(facts.amount, rows);
  const isTarget = facts.terms.return.kind === "declared";
  const table = (
    <DataTable
      label="Instalments"
      columns={columnsOf(rows, totals)}
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
        {totals.map((total) => (
          <div key={total.figure}>
            <dt className="text-sm text-muted">{total.label}</dt>
            <dd className="mt-0.5 text-lg font-medium figures">{between(total, formatExact)}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h3 className="text-lg font-semibold">Payment schedule</h3>
        <p className="mt-1 mb-4 leading-7 text-muted">{`${note} Amounts in naira; the last instalment also repays what is invested.`}</p>
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
