import type { Column } from "@/components/data-table/data-table";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";
import { displayName, personOf } from "./labels";

/** The first column of a list about customers: the company or person, and who filled it in, with a link to what the row is about. */
export const customerColumn = <
  Row extends { user: Parameters<typeof personOf>[0] & Parameters<typeof displayName>[0] },
>(
  hrefOf: (row: Row) => string,
  width = "sm:w-[34%]",
): Column<Row> => ({
  title: "CUSTOMER",
  label: null,
  className: cn("text-left [overflow-wrap:anywhere]!", width),
  cell: (row) => (
    <span className="grid gap-0.5">
      <TextLink
        href={hrefOf(row)}
        prefetch={false}
        className="inline-flex min-h-11 items-center font-medium sm:min-h-6"
      >
        <bdi translate="no">{displayName(row.user)}</bdi>
      </TextLink>
      {personOf(row.user) && <span className="text-sm text-muted">{personOf(row.user)}</span>}
    </span>
  ),
});
