import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

/** One column of a table, and one line of a card on a phone. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The label of the value on a card; null if the value explains itself. */
  label: string | null;
  className?: string;
}

/** Classes shared by columns of different tables. */
export const cellClass = {
  /** The heading of the card on a phone. */
  primary:
    "pt-2.5 text-left text-base font-medium [overflow-wrap:anywhere]! sm:w-[19%] sm:pt-3.5 sm:text-[0.9375rem]",
  /** An email address: wide enough to be readable, without stretching the table. */
  long: "text-muted sm:w-[25%] md:min-w-36",
  date: "figures md:min-w-[7.5rem] xl:whitespace-nowrap",
  /** The row's menu: in the corner of the card on a phone. */
  menu: "absolute top-1.5 right-1.5 p-0 sm:static sm:py-1.5",
} as const;

interface FrameProps {
  label: string;
  columns: readonly { title: string }[];
  stale?: boolean;
  children: ReactNode;
}

/** The table without its rows. The roles are explicit because browsers drop them when the display of a table changes. */
const Frame = ({ label, columns, stale, children }: FrameProps) => (
  <div className="rounded-card sm:overflow-clip sm:border sm:border-line sm:bg-surface">
    <table
      role="table"
      aria-label={label}
      aria-busy={stale || undefined}
      className={cn(
        "block w-full border-collapse text-[0.9375rem] transition-opacity sm:table",
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
          {columns.map(({ title }) => (
            <th
              key={title}
              role="columnheader"
              scope="col"
              className="px-4 py-3 text-xs font-medium tracking-wide first:pl-5 md:whitespace-nowrap"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-3 sm:table-row-group">
        {children}
      </tbody>
    </table>
  </div>
);

const Row = ({ className, children }: { className: string; children: ReactNode }) => (
  <tr
    role="row"
    className={cn(
      "block rounded-card border border-line bg-surface px-4 py-2 sm:table-row sm:rounded-none sm:border-0 sm:px-0 sm:py-0",
      "sm:border-b sm:last:border-b-0 sm:focus-within:bg-sunken sm:hover:bg-sunken",
      className,
    )}
  >
    {children}
  </tr>
);

interface CellProps {
  label?: string | null;
  className?: string | undefined;
  children: ReactNode;
}

const Cell = ({ label, className, children }: CellProps) => (
  <td
    role="cell"
    data-label={label ?? undefined}
    className={cn(
      "flex min-w-0 items-baseline justify-between gap-4 py-1.5 text-right break-words sm:table-cell sm:px-4 sm:py-3.5 sm:text-left sm:first:pl-5",
      label &&
        "before:shrink-0 before:text-sm before:text-muted before:content-[attr(data-label)] sm:before:content-none",
      className,
    )}
  >
    {children}
  </td>
);

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The rows belong to the previous filter or page; the new ones are being loaded. */
  stale: boolean;
}

/** The one table of the back office. Under 640 px each row is a card, on which values have labels. */
export function DataTable<T>({ label, columns, rows, rowKey, stale }: DataTableProps<T>) {
  return (
    <Frame label={label} columns={columns} stale={stale}>
      {rows.map((row) => (
        <Row key={rowKey(row)} className="relative">
          {columns.map((column) => (
            <Cell key={column.title} label={column.label} className={column.className}>
              {column.cell(row)}
            </Cell>
          ))}
        </Row>
      ))}
    </Frame>
  );
}

const skeletonWidths = ["w-32", "w-44 max-w-full"];

interface DataTableSkeletonProps {
  label: string;
  columns: readonly { title: string }[];
  rows: number;
}

/** The table while it is loading, with rows of the final height, to avoid a layout shift. */
export function DataTableSkeleton({ label, columns, rows }: DataTableSkeletonProps) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden>
        <Frame label={label} columns={columns}>
          {Array.from({ length: rows }, (_, row) => (
            <Row key={row} className="h-60 sm:h-[3.4375rem]">
              {columns.map(({ title }, index) => (
                <Cell key={title} className="py-3 sm:py-0">
                  <Skeleton className={skeletonWidths[index] ?? "w-20"} />
                </Cell>
              ))}
            </Row>
          ))}
        </Frame>
      </div>
    </div>
  );
}
