"use client";

import { CalendarCheck } from "lucide-react";
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
import { formatDate } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { call } from "@/lib/contract/client";
import { dayWords } from "@/lib/dates";
import { review } from "@/lib/review/api";
import { riskLabels, type ReviewDateDto, type ReviewDatesQuery } from "@/lib/risk/schema";
import { riskLevels, type RiskLevel } from "@/lib/roles";
import { paths } from "@/lib/routes/paths";
import { RiskBadge } from "./risk/risk";

type State = ReviewDatesQuery["state"];

const stateOptions = [
  { value: "due", label: "Due within 30 days" },
  { value: "overdue", label: "Overdue" },
  { value: "all", label: "All customers" },
] as const satisfies { value: State; label: string }[];

const levelOptions = [
  { value: "any", label: "Any rating" },
  ...riskLevels.map((level) => ({ value: level, label: riskLabels[level] })),
] as const satisfies { value: RiskLevel | "any"; label: string }[];

const emptyTexts: Record<State, string> = {
  due: "A customer appears here 30 days before their ID expires or their regular review is due.",
  overdue: "A customer appears here when they have not renewed their details in time.",
  all: "Customers appear here when they are approved.",
};

const columns: Column<ReviewDateDto>[] = [
  customerColumn(({ user }) => paths.adminVerificationUser(user._id)),
  { title: "RATING", label: "Rating", cell: ({ level }) => <RiskBadge level={level} /> },
  {
    title: "DUE",
    label: "Due",
    className: "figures",
    cell: ({ dueOn, isOverdue, isIdExpiry }) => (
      <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
        <span>{dayWords(dueOn)}</span>
        <span className="text-sm text-muted">{isIdExpiry ? "The ID expires" : "Regular review"}</span>
        {isOverdue && <Badge tone="danger">Overdue</Badge>}
      </span>
    ),
  },
  {
    title: "CUSTOMER ASKED",
    label: "Customer asked",
    cell: ({ askedAt, isRenewing }) =>
      isRenewing ? "Renewing" : askedAt ? formatDate(askedAt) : <span className="text-muted">Not yet</span>,
  },
];

/** Lists customers by the day on which they must have renewed their details (product 10.42). */
export function ReviewDates() {
  const [state, setState] = useState<State>("due");
  const [level, setLevel] = useState<RiskLevel | "any">("any");
  const list = useCursorList([...adminKeys.reviewDates, state, level], (after, signal) =>
    call(review.listReviewDates, {
      query: { state, after, ...(level !== "any" && { risk: level }) },
      signal,
    }),
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Review dates">
        When each customer must renew their details: before their ID expires, or after some years, sooner at a
        higher risk. Whoever is overdue makes no new investments. What we owe them is paid.
      </PageHeading>
      <div className="grid gap-3 sm:max-w-xl sm:grid-cols-2">
        <FilterSelect label="Review" value={state} options={stateOptions} onChange={setState} />
        <FilterSelect label="Rating" value={level} options={levelOptions} onChange={setLevel} />
      </div>
      <DataList
        label="Review dates"
        loadingLabel="Loading review dates"
        columns={columns}
        rowKey={({ user }) => user._id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No reviews" icon={<CalendarCheck className="size-6" />}>
            {emptyTexts[state]}
          </EmptyState>
        }
      />
      <MoreButton list={list} />
    </div>
  );
}
