"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Allowed } from "@/components/auth/allowed";
import { adminKeys } from "@/components/admin/keys";
import { customerColumn } from "@/components/admin/customer-column";
import { displayName } from "@/components/admin/labels";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { FilterSelect } from "@/components/data-table/filter-select";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { call, type ApiError } from "@/lib/contract/client";
import { joinWords } from "@/lib/join-words";
import { screening } from "@/lib/review/screening/api";
import { sourceLabels } from "@/lib/review/screening/labels";
import type { AlertDto, AlertState } from "@/lib/review/screening/schema";
import { paths } from "@/lib/routes/paths";

const stateOptions = [
  { value: "open", label: "Open" },
  { value: "confirmed", label: "Confirmed" },
  { value: "cleared", label: "Cleared" },
] as const satisfies { value: AlertState; label: string }[];

const emptyTexts: Record<AlertState, string> = {
  open: "All approved users are compared with the watchlists every day, and after each import.",
  confirmed: "Alerts appear here when a hit is confirmed.",
  cleared: "Alerts appear here when all their hits are cleared.",
};

const columnsFor = (own: (alert: AlertDto) => void): Column<AlertDto>[] => [
  customerColumn(({ user }) => paths.adminVerificationUser(user._id), "sm:w-[30%]"),
  {
    title: "HITS",
    label: "Hits",
    cell: ({ hits, sources }) =>
      hits === 0 ? (
        <span className="text-muted">None any more</span>
      ) : (
        <span className="grid gap-0.5">
          <span>{hits === 1 ? "1 hit" : `${hits} hits`}</span>
          <span className="text-sm text-muted">
            {joinWords(sources.map((source) => sourceLabels[source]))}
          </span>
        </span>
      ),
  },
  {
    title: "DUE",
    label: "Due",
    className: "figures",
    cell: ({ dueAt, isLate, closedAt }) =>
      closedAt ? (
        `Decided on ${formatDate(closedAt)}`
      ) : (
        <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
          <span>{formatDateTime(dueAt)}</span>
          {isLate && <Badge tone="danger">Late</Badge>}
        </span>
      ),
  },
  {
    title: "WORKING ON IT",
    label: "Working on it",
    cell: (alert) => (
      <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
        <span className={alert.owner ? undefined : "text-muted"}>
          {alert.owner ? (alert.owner.isMe ? "You" : alert.owner.name) : "No one"}
        </span>
        {alert.state === "open" && (
          <Allowed to="compliance.decide">
            <Button variant="secondary" size="sm" onClick={() => own(alert)}>
              <span>{alert.owner?.isMe ? "Give back" : "Take"}</span>
              <span className="sr-only">{` the alert about ${displayName(alert.user)}`}</span>
            </Button>
          </Allowed>
        )}
      </span>
    ),
  },
];

/** Lists approved customers who may be on a watchlist, until their hits are decided (product 10.27). */
export function Alerts() {
  const [state, setState] = useState<AlertState>("open");
  const client = useQueryClient();
  const list = useCursorList([...adminKeys.alerts, state], (after, signal) =>
    call(screening.listAlerts, { query: { state, after }, signal }),
  );
  const own = useMutation<unknown, ApiError, AlertDto>({
    mutationFn: ({ _id, owner }) =>
      call(screening.ownAlert, { params: { id: _id }, body: { isMine: !owner?.isMe } }),
    onError: ({ message }) => toast.error(message),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.alerts }),
  });
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Alerts">
        Approved customers who may be on a watchlist. Until each hit is cleared or confirmed on their page,
        their new investments and payouts wait. Do not tell them.
      </PageHeading>
      <div className="sm:max-w-80">
        <FilterSelect label="State" value={state} options={stateOptions} onChange={setState} />
      </div>
      <DataList
        label="Alerts"
        loadingLabel="Loading alerts"
        columns={columnsFor((alert) => own.mutate(alert))}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No alerts" icon={<BellRing className="size-6" />}>
            {emptyTexts[state]}
          </EmptyState>
        }
      />
      <MoreButton list={list} />
    </div>
  );
}
