"use client";

import { useQuery } from "@tanstack/react-query";
import { Banknote, Plus } from "lucide-react";
import { Allowed } from "@/components/auth/allowed";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { call, type ApiError } from "@/lib/contract/client";
import { plans } from "@/lib/plans/api";
import { formatExact } from "@/lib/money";
import type { PlanSummaryDto } from "@/lib/plans/schema";
import { returnWords, tenorWords } from "@/lib/plans/term-labels";
import { paths } from "@/lib/routes/paths";
import { adminKeys } from "../keys";
import { PlanStateBadge } from "./plan-state";

const columns: Column<PlanSummaryDto>[] = [
  {
    title: "PLAN",
    label: null,
    className: "font-medium [overflow-wrap:anywhere]! sm:w-[26%]",
    cell: ({ _id, name }) => (
      <TextLink href={paths.adminPlan(_id)} className="inline-flex min-h-11 items-center sm:min-h-6">
        {name}
      </TextLink>
    ),
  },
  {
    title: "STATE",
    label: "State",
    cell: ({ state, hasUnpublishedChanges }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 sm:justify-start">
        <PlanStateBadge state={state} />
        {state !== "draft" && hasUnpublishedChanges && (
          <span className="text-sm text-muted">Unpublished changes</span>
        )}
      </span>
    ),
  },
  {
    title: "MINIMUM",
    label: "Minimum",
    isAmount: true,
    cell: ({ minimum }) => formatExact(BigInt(minimum)),
  },
  { title: "TENOR", label: "Tenor", className: "figures", cell: ({ tenor }) => tenorWords(tenor) },
  {
    title: "RETURN",
    label: "Return",
    className: "figures",
    cell: ({ return: planReturn }) => (
      <span>
        <span>{returnWords(planReturn)}</span>
        <span className="text-muted">{planReturn.kind === "declared" ? " (target)" : " (fixed)"}</span>
      </span>
    ),
  },
  {
    title: "VERSION",
    label: "Version",
    className: "figures sm:w-24",
    cell: ({ version }) => version ?? <span className="text-muted">None</span>,
  },
];

/** Lists all investment plans with their states (product 10.30). */
export function PlanList() {
  const list = useQuery<PlanSummaryDto[], ApiError>({
    queryKey: adminKeys.plans,
    queryFn: async ({ signal }) => (await call(plans.listPlans, { signal })).data,
  });
  const add = (
    <Allowed to="money.act">
      <LinkButton href={paths.adminNewPlan()}>
        <Plus aria-hidden className="size-5" />
        New plan
      </LinkButton>
    </Allowed>
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Plans" aside={list.data && list.data.length > 0 && add}>
        The plans investors can choose from, in the order shown on the public page.
      </PageHeading>
      <DataList
        label="Plans"
        loadingLabel="Loading plans"
        columns={columns}
        rowKey={({ _id }) => _id}
        skeletonRows={6}
        list={{
          rows: list.data,
          isStale: false,
          isFetching: list.isFetching,
          failure: list.error && { title: list.error.message },
          retry: () => void list.refetch(),
        }}
        empty={
          <EmptyState title="No plans yet" icon={<Banknote className="size-6" />} action={add}>
            Create a plan. Investors see it once you publish it.
          </EmptyState>
        }
      />
    </div>
  );
}
