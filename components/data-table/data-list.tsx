"use client";

import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Select } from "@/components/ui/input";
import { Pagination } from "@/components/ui/pagination";
import { ErrorState } from "@/components/ui/states";
import { DataTable, DataTableSkeleton, type Column } from "./data-table";

/** What a list needs to know of its query. */
export interface ListQuery<Row> {
  rows: readonly Row[] | undefined;
  isStale: boolean;
  isFetching: boolean;
  /** The words to show when the list could not be loaded; null while it can. */
  failure: { title: string; message?: string | undefined } | null;
  retry: () => void;
}

interface DataListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  list: ListQuery<Row>;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  skeletonRows?: number;
  loadingLabel?: string;
  /** Without it the list has one page. */
  paging?: Paging;
  level?: "h2" | "h3";
}

interface Paging {
  page: number;
  pages: number;
  limit: number;
  /** "Showing 20 of 47 users" */
  summary: string;
  /** Offers these numbers of rows per page. */
  sizes?: readonly number[];
  onChange: (changes: { page?: number; limit?: number }) => void;
}

/** The one list of the back office: rows with their pages, or why there are none: loading, empty, or an error with a retry. */
export function DataList<Row>({
  label,
  columns,
  rowKey,
  list,
  empty,
  skeletonRows = 8,
  loadingLabel = "Loading users",
  paging,
  level,
}: DataListProps<Row>) {
  const { rows, isStale } = list;

  // The last row of the last page is gone: go to the page before it.
  const clamp = useEffectEvent((page: number) => paging?.onChange({ page }));
  const lastPage =
    paging && !isStale && rows && paging.pages > 0 && paging.page > paging.pages ? paging.pages : null;
  useEffect(() => {
    if (lastPage) clamp(lastPage);
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
  return (
    <DataTableSkeleton label={loadingLabel} titles={columns.map(({ title }) => title)} rows={skeletonRows} />
  );
}

function Pager({ paging, busy }: { paging: Paging; busy: boolean }) {
  const { page, pages, limit, summary, sizes, onChange } = paging;
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
        page={page}
        pages={pages}
        busy={busy}
        summary={summary}
        onPage={(next) => {
          onChange({ page: next });
          window.scrollTo({ top: 0, behavior: "instant" });
        }}
      />
    </div>
  );
}
