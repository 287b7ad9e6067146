"use client";

import { ChartLine } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRight } from "@/components/auth/allowed";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { FilterSelect } from "@/components/data-table/filter-select";
import { MoreButton } from "@/components/data-table/more-button";
import { SearchField } from "@/components/data-table/search-field";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { InvestmentStateBadge } from "@/components/investments/investment-state";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { isolate } from "@/lib/bidi";
import { lagosDay } from "@/lib/dates";
import { call } from "@/lib/contract/client";
import { adminInvestments } from "@/lib/investments/admin-api";
import type { AdminInvestmentDto, AdminInvestmentQuery } from "@/lib/investments/schema";
import { formatExact } from "@/lib/money";
import { investmentStates, stateLabels } from "@/lib/investments/rules";
import { paths } from "@/lib/routes/paths";
import { adminKeys } from "../keys";

/** Lazily loaded. */
const ReceiptDialog = dynamic(
  () => import("@/components/admin/bank/receipt-dialog").then((module) => module.ReceiptDialog),
  {
    ssr: false,
  },
);

const stateOptions = [
  { value: "all", label: "All states" },
  ...investmentStates.map((value) => ({ value, label: stateLabels[value] })),
] as const satisfies { value: AdminInvestmentQuery["state"]; label: string }[];

const columnsFor = (
  record: (investment: AdminInvestmentDto) => void,
  today: string,
): Column<AdminInvestmentDto>[] => [
  {
    title: "INVESTMENT",
    label: null,
    className: "text-left font-medium [overflow-wrap:anywhere]! sm:w-[22%]",
    cell: ({ _id, reference, planName }) => (
      <span className="grid gap-0.5">
        <TextLink
          href={paths.adminInvestment(_id)}
          translate="no"
          className="inline-flex min-h-11 items-center figures sm:min-h-6"
        >
          {reference}
        </TextLink>
        <span className="text-sm font-normal text-muted max-sm:hidden">{planName}</span>
      </span>
    ),
    phone: "start",
  },
  {
    title: "SUMMARY",
    label: null,
    isPhoneOnly: true,
    className: "[overflow-wrap:anywhere]!",
    cell: ({ investor, state }) => `${isolate(investor.name)}, ${stateLabels[state].toLowerCase()}`,
    phone: "below",
  },
  {
    title: "INVESTOR",
    label: "Investor",
    className: "[overflow-wrap:anywhere]!",
    cell: ({ investor }) => (
      <TextLink
        href={paths.adminVerificationUser(investor._id)}
        className="inline-flex min-h-11 items-center sm:min-h-6"
      >
        {investor.name}
      </TextLink>
    ),
    phone: "hidden",
  },
  {
    title: "STATE",
    label: "State",
    cell: ({ state, received, expiresAt }) => (
      <span className="grid justify-items-end gap-1 sm:justify-items-start">
        <InvestmentStateBadge state={state} />
        {state === "requested" && received !== "0" && lagosDay(new Date(expiresAt)) < today && (
          <span className="text-sm text-warning">{`Overdue since ${formatDate(expiresAt)}`}</span>
        )}
      </span>
    ),
    phone: "hidden",
  },
  {
    title: "AMOUNT",
    label: "Amount",
    isAmount: true,
    cell: ({ amount, received }) => (
      <span className="grid gap-0.5">
        <span>{formatExact(BigInt(amount))}</span>
        {received !== "0" && (
          <span className="text-sm text-muted">{`${formatExact(BigInt(received))} received`}</span>
        )}
      </span>
    ),
    phone: "end",
  },
  {
    title: "REQUESTED",
    label: "Requested",
    className: "figures",
    cell: ({ requestedAt }) => formatDate(requestedAt),
    phone: "hidden",
  },
  {
    title: "RECEIPT",
    label: null,
    phone: "belowEnd",
    cell: (investment) => (
      <Button variant="secondary" size="sm" onClick={() => record(investment)}>
        Record receipt
        <span className="sr-only">{` for ${investment.reference}`}</span>
      </Button>
    ),
  },
];

/** Lists all investments and records manual receipts (product 10.31). */
export function AdminInvestments({ today }: { today: string }) {
  const [state, setState] = useState<AdminInvestmentQuery["state"]>("all");
  const [q, setQ] = useState("");
  const [recorded, setRecorded] = useState<AdminInvestmentDto | null>(null);
  const list = useCursorList([...adminKeys.investments, state, q], (after, signal) =>
    call(adminInvestments.listAllInvestments, { query: { state, q, after }, signal }),
  );
  const columns = columnsFor(setRecorded, today);
  const mayAct = useRight("money.act");
  const isFiltered = state !== "all" || q !== "";
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Investments">
        Investors&apos; requests and payments. Record receipts that are not in an imported statement yet.
      </PageHeading>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
        <SearchField label="Search" placeholder="Name, reference or amount" value={q} onSearch={setQ} />
        <FilterSelect label="State" value={state} options={stateOptions} onChange={setState} />
      </div>
      <DataList
        label="Investments"
        loadingLabel="Loading investments"
        columns={mayAct ? columns : columns.slice(0, -1)}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          isFiltered ? (
            <EmptyState title="No investment found" icon={<ChartLine className="size-6" />}>
              Search by name, reference or amount, and check the spelling.
            </EmptyState>
          ) : (
            <EmptyState title="No investments yet" icon={<ChartLine className="size-6" />}>
              Investments appear here once investors request them.
            </EmptyState>
          )
        }
      />
      <MoreButton list={list} />
      {recorded && (
        <ReceiptDialog
          investment={recorded}
          today={today}
          onClose={() => setRecorded(null)}
          onRecorded={() => {
            setRecorded(null);
            void list.refetch();
          }}
        />
      )}
    </div>
  );
}
