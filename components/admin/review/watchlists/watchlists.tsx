"use client";

import { useQuery } from "@tanstack/react-query";
import { Allowed } from "@/components/auth/allowed";
import { adminKeys } from "@/components/admin/keys";
import { PanelFailure } from "@/components/admin/review/problems";
import { Card, PageHeading } from "@/components/ui/card";
import { formatCount, formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { call, type ApiError } from "@/lib/contract/client";
import { screening } from "@/lib/review/screening/api";
import { sourceLabels } from "@/lib/review/screening/labels";
import type { WatchlistsDto } from "@/lib/review/screening/schema";
import { paths } from "@/lib/routes/paths";
import { ImportList } from "./import-list";

const MINUTE_MS = 60_000;

const useWatchlists = () =>
  useQuery<WatchlistsDto, ApiError>({
    queryKey: adminKeys.watchlists,
    queryFn: async ({ signal }) => (await call(screening.listWatchlists, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data && data.progress.done < data.progress.total ? 2_000 : MINUTE_MS,
  });

/** Shows the imported lists of sanctions and politically exposed people, and the progress of rescreening all users (product 10.27). */
export function Watchlists() {
  const query = useWatchlists();
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-6">
      <PageHeading
        title="Watchlists"
        aside={
          <Allowed to="watchlists.import">
            <ImportList />
          </Allowed>
        }
      >
        Lists of sanctions and politically exposed people. Everyone with a submission is screened against
        them.{" "}
        <TextLink href={paths.adminVerification({ role: "all", mark: "watchlist" })} prefetch={false}>
          Open cases with a hit
        </TextLink>{" "}
        <TextLink href={paths.adminAlerts()} prefetch={false}>
          Alerts about approved customers
        </TextLink>
      </PageHeading>
      <Card role="region" aria-label="Imported lists" className="grid gap-4">
        {query.isError ? (
          <PanelFailure title="The watchlists could not be loaded" query={query} />
        ) : query.data ? (
          <Lists {...query.data} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </Card>
    </div>
  );
}

function Lists({ lists, progress: { done, total } }: WatchlistsDto) {
  if (lists.length === 0)
    return (
      <p className="text-[0.9375rem] leading-6">
        No list has been imported. Import one here, or with{" "}
        <code className="rounded bg-sunken px-1 text-sm [overflow-wrap:anywhere]">
          npm run screening:import -- FILE
        </code>
      </p>
    );
  return (
    <>
      <ul className="divide-y divide-line text-[0.9375rem] leading-6">
        {lists.map(({ source, publishedOn, importedAt, entries }) => (
          <li key={source} className="py-3">
            <p className="font-medium">{sourceLabels[source]}</p>
            <p className="text-muted">
              {`Published on ${formatDate(publishedOn)} · imported on ${formatDateTime(importedAt)} · ${entries === 1 ? "1 entry" : `${formatCount(entries)} entries`}`}
            </p>
          </li>
        ))}
      </ul>
      {done < total ? (
        <div className="grid gap-1.5">
          <ProgressBar label="Screening again" value={(done / total) * 100} />
          <p
            role="status"
            className="text-sm text-muted"
          >{`Screening again: ${formatCount(done)} of ${formatCount(total)} users`}</p>
        </div>
      ) : (
        <p role="status" className="text-sm text-muted">
          {`${
            total === 1
              ? "The only user with a submission is"
              : `All ${formatCount(total)} users with a submission are`
          } screened against these lists.`}
        </p>
      )}
    </>
  );
}
