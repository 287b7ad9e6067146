"use client";

import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Select } from "@/components/ui/input";
import { Pagination } from "@/components/ui/pagination";
import { ErrorState } from "@/components/ui/states";
import { DataTable, DataTableSkeleton, type Column } from "./data-table";

/** The state of a list's query. */
export interface ListQuery<Row> {
  rows: readonly Row[] | undefined;
  isStale: boolean;
  isFetching: boolean;
  /** The error to show if the list could not be loaded. */
  failure: { title: string; message?: string | undefined } | null;
  retry: () => void;
}

interface DataListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  list: ListQuery<Row>;
  /** Shown if there are no rows. */
  empty: ReactNode;
  skeletonRows?: number;
  loadingLabel?: string;
  /** Without paging the list has one page. */
  paging?: Paging;
  level?: "h2" | "h3";
}

interface Paging {
  page: number;
  pages: number;
  limit: number;
  /** A text such as "Showing 20 of 47 users". */
  summary: string;
  /** The numbers of rows per page to offer. */
  sizes?: readonly number[];
  onChange: (changes: { page?: number; limit?: number }) => void;
}

/** Shows a list of the back office: rows with pagination, or a loading state, an empty state, or an error with a retry. */
export function DataList<Row>({ list, empty, paging, level, ...props }: DataListProps<Row>) {
  const { label, columns, rowKey, skeletonRows = 8, loadingLabel = "Loading users" } = props;
  const { rows, isStale } = list;

  // If the last row of the last page has been removed, the list shows the previous page.
  const goTo = useEffectEvent((page: number) => paging?.onChange({ page }));
  const lastPage =
    paging && !isStale && rows && paging.pages > 0 && paging.page > paging.pages ? paging.pages : null;
  useEffect(() => {
    if (lastPage) goTo(lastPage);
  }, [lastPage]);

  if (rows && rows.length > 0)
    return (
      <>
        <DataTable label={label} columns={columns} rows={rows} rowKey={rowKey} stale={isStale} />
        {paging && <Pager paging={paging} busy={isStale} />}
      </>
    );
  if (rows && !lastPage) return empty;
  if (list.failure)
    return (
      <ErrorState title={list.failure.title} level={level} onRetry={list.retry} retrying={list.isFetching}>
        {list.failure.message}
      </ErrorState>
    );
  return <DataTableSkeleton label={loadingLabel} columns={columns} rows={skeletonRows} />;
}

function Pager({ paging, busy }: { paging: Paging; busy: boolean }) {
  const { limit, sizes, onChange, ...pagination } = paging;
  return (
    <div className="grid gap-3">
      {sizes && (
        <label className="flex items-center gap-3 text-sm text-muted">
          Rows per page
          <Select
            value={limit}
            onChange={(event) => onChange({ limit: Number(event.target.value) })}
            className="min-h-10 w-24 text-[0.9375rem]"
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Select>
        </label>
      )}
      <Pagination
        {...pagination}
        busy={busy}
        onPage={(page) => {
          onChange({ page });
          window.scrollTo({ top: 0, behavior: "instant" });
        }}
      />
    </div>
  );
}
