import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

/** One column of a table, and one line of a card on a phone. */
export interface Column<Row> {
  title: string;
  /** The content of the table head instead of the title. */
  header?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The label of the value on a card; null if the value is self-explanatory. */
  label: string | null;
  className?: string;
  /** Whether its values are amounts: aligned right, so that the column can be added up by eye. */
  isAmount?: boolean;
  /** The value in the row of sums below the table. */
  sum?: ReactNode;
  /** Where it is on a phone, if the rows of the table have two lines there instead of being cards. */
  phone?: PhonePlace;
  /** Whether it is shown on phones only, such as a summary of the hidden columns. */
  isPhoneOnly?: boolean;
}

/** Where a column is shown in a row of two lines: on the first line, or below it. */
type PhonePlace = "start" | "end" | "below" | "belowEnd" | "hidden";

const phonePlaces: Record<PhonePlace, string> = {
  // The target of a link is larger than its line.
  start: "max-sm:col-start-1 max-sm:row-start-1 max-sm:text-left max-sm:[&_a]:-my-2.5",
  end: "max-sm:col-start-2 max-sm:row-start-1 max-sm:font-medium",
  below: "max-sm:col-start-1 max-sm:row-start-2 max-sm:text-left max-sm:text-sm max-sm:text-muted",
  belowEnd: "max-sm:col-start-2 max-sm:row-start-2 max-sm:text-sm max-sm:text-muted",
  hidden: "max-sm:hidden",
};

/** Returns the classes of a cell. */
const classOf = <Row,>({ isAmount, isPhoneOnly, phone, className }: Omit<Column<Row>, "cell">): string =>
  cn(
    isAmount && "figures sm:text-right",
    isPhoneOnly && "sm:hidden",
    phone && `max-sm:block max-sm:py-0.5 ${phonePlaces[phone]}`,
    className,
  );

const isTwoLine = (columns: readonly { phone?: PhonePlace }[]): boolean => columns.some(({ phone }) => phone);

/** Classes shared by columns of different tables. */
export const cellClass = {
  /** The heading of the card on a phone. */
  primary:
    "pt-2.5 text-left text-base font-medium [overflow-wrap:anywhere]! sm:w-[19%] sm:pt-3.5 sm:text-[0.9375rem]",
  /** An email address: wide enough to be readable, without stretching the table. */
  long: "text-muted sm:w-[25%] md:min-w-36",
  date: "figures md:min-w-[7.5rem] xl:whitespace-nowrap",
  /** The row's menu: in the corner of the card on a phone. */
  menu: "absolute top-1.5 right-1.5 max-sm:p-0 sm:static sm:py-1.5",
} as const;

interface FrameProps {
  label: string;
  columns: readonly Omit<Column<never>, "cell" | "label">[];
  stale?: boolean;
  children: ReactNode;
  foot?: ReactNode;
}

/**
 * Renders the table without its rows; its styles are in app/globals.css. The roles are explicit, because browsers drop them when the
 * display of a table changes.
 */
const Frame = ({ label, columns, stale, children, foot }: FrameProps) => (
  <div
    className={cn(
      "rounded-card sm:overflow-clip sm:border sm:border-line sm:bg-surface",
      isTwoLine(columns) && "overflow-clip border border-line bg-surface",
    )}
  >
    <table
      role="table"
      aria-label={label}
      aria-busy={stale || undefined}
      className={cn(
        "data-table",
        isTwoLine(columns) && "two-line-table",
        "sm:[&_:is(th,td):last-child]:pr-5!",
        // Up to 1360 px six columns need a smaller padding, with or without the sidebar.
        "sm:max-[85rem]:[&_:is(th,td):not(:first-child)]:px-2.5",
        stale && "opacity-60",
      )}
    >
      <thead
        role="rowgroup"
        className="sticky top-(--header-height) z-10 hidden bg-surface text-left text-muted shadow-[inset_0_-1px_0_var(--color-line)] sm:table-header-group"
      >
        <tr role="row">
          {columns.map(({ title, header, isAmount, isPhoneOnly }) => (
            <th
              key={title}
              role="columnheader"
              scope="col"
              className={
                cn(header && "py-0", isAmount && "text-right", isPhoneOnly && "sm:hidden") || undefined
              }
            >
              {header ?? title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={cn("grid gap-3 sm:table-row-group", isTwoLine(columns) && "gap-0")}>
        {children}
      </tbody>
      {foot}
    </table>
  </div>
);

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Whether the rows belong to the previous filter or page while the new ones are being loaded. */
  stale: boolean;
}

/** Shows a table. Under 640 px a row has two lines if its columns say where in them they are shown; otherwise it is a card of labelled values. */
export function DataTable<T>({ label, columns, rows, rowKey, stale }: DataTableProps<T>) {
  const hasCards = !isTwoLine(columns);
  const row = (contentOf: (column: Column<T>) => ReactNode, key?: string) => (
    <tr key={key} role="row">
      {columns.map((column) => (
        <td
          key={column.title}
          role="cell"
          data-label={(hasCards && column.label) || undefined}
          className={classOf(column) || undefined}
        >
          {contentOf(column)}
        </td>
      ))}
    </tr>
  );
  const hasSums = columns.some(({ sum }) => sum !== undefined);
  return (
    <Frame
      label={label}
      columns={columns}
      stale={stale}
      foot={
        hasSums && (
          <tfoot role="rowgroup" className="block font-semibold sm:table-footer-group">
            {row(({ sum }) => sum)}
          </tfoot>
        )
      }
    >
      {rows.map((each) => row(({ cell }) => cell(each), rowKey(each)))}
    </Frame>
  );
}

const skeletonWidths = ["w-32", "w-44 max-w-full"];

interface DataTableSkeletonProps {
  label: string;
  columns: readonly Omit<Column<never>, "cell" | "label">[];
  rows: number;
}

/** Shows the table while it is loading, with rows of the final height, to avoid a layout shift. */
export function DataTableSkeleton({ label, columns, rows }: DataTableSkeletonProps) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden>
        <Frame label={label} columns={columns}>
          {Array.from({ length: rows }, (_, row) => (
            <tr
              key={row}
              role="row"
              className={cn("h-60 sm:h-[3.4375rem]", isTwoLine(columns) && "h-[4.5rem]")}
            >
              {columns.map(({ title, isPhoneOnly, phone }, index) => (
                <td
                  key={title}
                  role="cell"
                  className={cn("py-3 sm:py-0", classOf({ title, label: null, isPhoneOnly, phone }))}
                >
                  <Skeleton className={skeletonWidths[index] ?? "w-20"} />
                </td>
              ))}
            </tr>
          ))}
        </Frame>
      </div>
    </div>
  );
}
