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
  menu: "absolute top-1.5 right-1.5 max-sm:p-0 sm:static sm:py-1.5",
} as const;

interface FrameProps {
  label: string;
  columns: readonly { title: string; header?: ReactNode; className?: string }[];
  stale?: boolean;
  children: ReactNode;
}

/**
 * Renders the table without its rows; its styles are in app/globals.css. The roles are explicit, because browsers drop them when the
 * display of a table changes.
 */
const Frame = ({ label, columns, stale, children }: FrameProps) => (
  <div className="rounded-card sm:overflow-clip sm:border sm:border-line sm:bg-surface">
    <table
      role="table"
      aria-label={label}
      aria-busy={stale || undefined}
      className={cn(
        "data-table",
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
          {columns.map(({ title, header }) => (
            <th key={title} role="columnheader" scope="col" className={header ? "py-0" : undefined}>
              {header ?? title}
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

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Whether the rows belong to the previous filter or page while the new ones are being loaded. */
  stale: boolean;
}

/** Shows a table of the back office. Under 640 px each row is a card, on which values have labels. */
export function DataTable<T>({ label, columns, rows, rowKey, stale }: DataTableProps<T>) {
  return (
    <Frame label={label} columns={columns} stale={stale}>
      {rows.map((row) => (
        <tr key={rowKey(row)} role="row">
          {columns.map(({ title, label, className, cell }) => (
            <td key={title} role="cell" data-label={label ?? undefined} className={className}>
              {cell(row)}
            </td>
          ))}
        </tr>
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

/** Shows the table while it is loading, with rows of the final height, to avoid a layout shift. */
export function DataTableSkeleton({ label, columns, rows }: DataTableSkeletonProps) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden>
        <Frame label={label} columns={columns}>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row} role="row" className="h-60 sm:h-[3.4375rem]">
              {columns.map(({ title }, index) => (
                <td key={title} role="cell" className="py-3 sm:py-0">
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
