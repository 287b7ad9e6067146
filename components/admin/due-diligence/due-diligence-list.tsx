"use client";

import { FileSearch } from "lucide-react";
import { useState } from "react";
import { adminKeys } from "@/components/admin/keys";
import { customerColumn } from "@/components/admin/customer-column";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { FilterSelect } from "@/components/data-table/filter-select";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { Badge } from "@/components/ui/badge";
import { PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { call } from "@/lib/contract/client";
import { dueDiligence } from "@/lib/due-diligence/api";
import type { DueDiligenceSummaryDto } from "@/lib/due-diligence/dto";
import type { DueDiligenceState } from "@/lib/due-diligence/schema";
import { paths } from "@/lib/routes/paths";
import { stateLabels } from "./state-labels";

const stateOptions = [
  { value: "sent", label: stateLabels.sent },
  { value: "changes_requested", label: stateLabels.changes_requested },
  { value: "approved", label: stateLabels.approved },
] as const satisfies { value: DueDiligenceState; label: string }[];

const emptyTexts: Record<DueDiligenceState, string> = {
  sent: "Customers fill in the form before their first investment. It appears here once it is sent.",
  changes_requested: "Forms appear here when a customer is asked for changes.",
  approved: "Forms appear here once they are approved.",
};

const columns: Column<DueDiligenceSummaryDto>[] = [
  customerColumn(({ _id }) => paths.adminDueDiligenceForm(_id)),
  {
    title: "KIND",
    label: "Kind",
    cell: ({ kind }) => (kind === "corporate" ? "Company" : "Individual"),
  },
  {
    title: "SENT",
    label: "Sent",
    className: "figures",
    cell: ({ sentAt }) => formatDateTime(sentAt),
  },
  {
    title: "DUE",
    label: "Due",
    className: "figures",
    cell: ({ dueAt, isLate, decidedAt }) =>
      decidedAt ? (
        `Decided on ${formatDate(decidedAt)}`
      ) : (
        <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
          <span>{formatDateTime(dueAt)}</span>
          {isLate && <Badge tone="danger">Late</Badge>}
        </span>
      ),
  },
];

/** Lists the due diligence forms (product 10.41). */
export function DueDiligenceList() {
  const [state, setState] = useState<DueDiligenceState>("sent");
  const list = useCursorList([...adminKeys.dueDiligence, state], (after, signal) =>
    call(dueDiligence.listDueDiligence, { query: { state, after }, signal }),
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Due diligence">
        What the law asks of customers before money moves. Customers can invest once their form is approved.
      </PageHeading>
      <div className="sm:max-w-80">
        <FilterSelect label="State" value={state} options={stateOptions} onChange={setState} />
      </div>
      <DataList
        label="Due diligence forms"
        loadingLabel="Loading forms"
        columns={columns}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No forms" icon={<FileSearch className="size-6" />}>
            {emptyTexts[state]}
          </EmptyState>
        }
      />
      <MoreButton list={list} />
    </div>
  );
}
