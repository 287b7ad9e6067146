import { memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";

/** One column of a table, and one line of a card on a phone. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The name of the value on a card; null where the value explains itself. */
  label: string | null;
  className?: string;
}

/** Classes that columns of different tables share. */
export const cellClass = {
  /** Leads the card on a phone. */
  primary:
    "pt-2.5 text-left text-base font-medium [overflow-wrap:anywhere]! sm:w-[19%] sm:pt-3.5 sm:text-[0.9375rem]",
  /** An email address: it must neither push the table apart nor be cut without a trace. */
  long: "text-muted sm:w-[25%] md:min-w-36",
  date: "figures md:min-w-[7.5rem] xl:whitespace-nowrap",
  /** The row's menu: in the corner of the card on a phone. */
  menu: "absolute top-1.5 right-1.5 p-0 sm:static sm:py-1.5",
} as const;

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The rows belong to the previous filter or page; the new ones are on their way. */
  stale?: boolean;
}

// Up to 1360 px six columns stand close together, beside the menu or without it.
const compactClass = "sm:max-[85rem]:[&_:is(th,td):not(:first-child)]:px-2.5";

const Head = ({ titles }: { titles: readonly string[] }) => (
  <TableHead>
    {titles.map((title) => (
      <Th key={title} className="text-xs font-medium tracking-wide md:whitespace-nowrap">
        {title}
      </Th>
    ))}
  </TableHead>
);

/** The one table of the back office: a row is a card under 640 px. */
export const DataTable = memo(function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  stale = false,
}: DataTableProps<Row>) {
  return (
    <Table
      label={label}
      aria-busy={stale || undefined}
      className={cn("transition-opacity", compactClass, stale && "opacity-60")}
    >
      <Head titles={columns.map(({ title }) => title)} />
      <TableBody>
        {rows.map((row) => (
          <Tr key={rowKey(row)} className="relative">
            {columns.map((column) => (
              <Td key={column.title} label={column.label} className={column.className}>
                {column.cell(row)}
              </Td>
            ))}
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}) as <Row>(props: DataTableProps<Row>) => ReactNode;

const skeletonWidths = ["w-32", "w-44 max-w-full"];

/** The table before its rows are loaded, with rows of their height, so that nothing moves. */
export function DataTableSkeleton({
  label,
  titles,
  rows,
}: {
  label: string;
  titles: readonly string[];
  rows: number;
}) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden>
        <Table label={label} className={compactClass}>
          <Head titles={titles} />
          <TableBody>
            {Array.from({ length: rows }, (_, row) => (
              <Tr key={row} className="h-60 sm:h-[3.4375rem]">
                {titles.map((title, cell) => (
                  <Td key={title} label={null} className="py-3 sm:py-0">
                    <Skeleton className={skeletonWidths[cell] ?? "w-20"} />
                  </Td>
                ))}
              </Tr>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  );
}
