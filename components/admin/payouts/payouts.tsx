"use client";

import { useQueryClient } from "@tanstack/react-query";
import { HandCoins, Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRight } from "@/components/auth/allowed";
import { DataList } from "@/components/data-table/data-list";
import { cellClass, type Column } from "@/components/data-table/data-table";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/choice";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { formatExact, formatKobo } from "@/lib/money";
import { MAX_BATCH, type BatchDto, type DueDto } from "@/lib/payouts/schema";
import { paths } from "@/lib/routes/paths";
import { adminKeys } from "../keys";
import {
  batchLabels,
  countLabel,
  outcomeLabel,
  problemLabels,
  returnedLabel,
  senderLabel,
} from "./payout-labels";
import { PayoutStop } from "./payout-stop";
import { RestoreNotice } from "./restore-notice";

/** Lazily loaded. */
const ActionDialog = dynamic(
  () => import("@/components/forms/action-dialog").then((module) => module.ActionDialog),
  { ssr: false },
);
const AccountDialog = dynamic(() => import("./account-dialog").then((module) => module.AccountDialog), {
  ssr: false,
});

const payeeOf = ({ investor, reference }: DueDto): string => investor?.name ?? reference ?? "Unknown sender";

interface Choice {
  mayAct: boolean;
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
  enterAccount: (due: DueDto) => void;
  reload: () => void;
}

const dueColumns = ({ mayAct, chosen, toggle, enterAccount, reload }: Choice): Column<DueDto>[] => [
  {
    title: "PAY TO",
    label: null,
    className: "text-left font-medium [overflow-wrap:anywhere]! sm:w-[28%]",
    cell: (due) => {
      const label = (
        <span className="grid gap-0.5">
          <span>{payeeOf(due)}</span>
          <span className="text-sm font-normal text-muted">
            <span>{due.source === "receipt" ? "Refund" : "Due for"}</span>
            {due.reference && (
              <span translate="no" className="ml-1 figures">
                {due.reference}
              </span>
            )}
          </span>
          {due.line && (
            <span className="text-sm font-normal [overflow-wrap:anywhere] text-muted">
              {senderLabel(due.line)}
            </span>
          )}
        </span>
      );
      if (!mayAct) return label;
      return (
        <Checkbox
          checked={chosen.has(due._id)}
          disabled={due.problem !== null}
          onChange={() => toggle(due._id)}
          label={label}
        />
      );
    },
  },
  {
    title: "ACCOUNT",
    label: "Account",
    className: "[overflow-wrap:anywhere]!",
    cell: (due) => (
      <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
        {due.account ? (
          <>
            <span className="figures">{`${due.account.bankName}, ${due.account.accountNumber}`}</span>
            <span className="text-sm text-muted">{due.account.accountName}</span>
          </>
        ) : (
          due.investor && <span className="text-muted">No verified account</span>
        )}
        {mayAct && !due.investor && (
          <Button variant="secondary" size="sm" onClick={() => enterAccount(due)}>
            {due.account ? "Change account" : "Enter account"}
          </Button>
        )}
      </span>
    ),
  },
  {
    title: "AMOUNT",
    label: "Amount",
    isAmount: true,
    cell: ({ amount }) => formatExact(BigInt(amount)),
  },
  {
    title: "STATE",
    label: "State",
    cell: ({ on, investor, problem, heldUntil, stop, cameBack }) => (
      <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
        <StatusBadge tone={problem ? "neutral" : "warning"}>
          {problem ? problemLabels[problem] : "Due"}
        </StatusBadge>
        <span className="text-sm text-muted">{`Due since ${formatDate(on)}`}</span>
        {heldUntil && (
          <span className="text-sm text-muted">{`Account changed recently: on hold until ${formatDateTime(heldUntil)}`}</span>
        )}
        {cameBack && <span className="text-sm text-muted">{returnedLabel(cameBack)}</span>}
        {investor && stop && <PayoutStop investor={investor} stop={stop} onChanged={reload} />}
      </span>
    ),
  },
  {
    title: "ACTIONS",
    label: null,
    className: cellClass.menu,
    cell: ({ investor, stop }) =>
      investor && !stop && <PayoutStop investor={investor} stop={stop} isInMenu onChanged={reload} />,
  },
];

const batchColumns: Column<BatchDto>[] = [
  {
    title: "BATCH",
    label: null,
    className: "font-medium sm:w-[28%]",
    cell: ({ _id, count, proposedAt }) => (
      <TextLink href={paths.adminPayoutBatch(_id)} className="inline-flex min-h-11 items-center sm:min-h-6">
        {`${countLabel(count)}, ${formatDate(proposedAt)}`}
      </TextLink>
    ),
  },
  {
    title: "TOTAL",
    label: "Total",
    isAmount: true,
    cell: ({ total }) => formatExact(BigInt(total)),
  },
  {
    title: "STATE",
    label: "State",
    cell: (batch) => (
      <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
        <StatusBadge tone={batchLabels[batch.state].tone}>{batchLabels[batch.state].label}</StatusBadge>
        <span className="text-sm text-muted">{outcomeLabel(batch)}</span>
      </span>
    ),
  },
  { title: "PROPOSED BY", label: "Proposed by", cell: ({ proposedBy }) => proposedBy.name },
  {
    title: "DECIDED BY",
    label: "Decided by",
    cell: ({ decidedBy }) => decidedBy?.name ?? <span className="text-muted">Not decided yet</span>,
  },
];

/** Shows amounts due and batches of payouts (product 10.34). */
export function Payouts({ restoredOn }: { restoredOn: string | null }) {
  const router = useRouter();
  const client = useQueryClient();
  const mayAct = useRight("money.act");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isProposing, setIsProposing] = useState(false);
  const [entered, setEntered] = useState<DueDto | null>(null);
  const due = useCursorList(adminKeys.due, (after, signal) =>
    call(payouts.listDue, { query: { after }, signal }),
  );
  const batches = useCursorList(adminKeys.payoutBatches, (after, signal) =>
    call(payouts.listBatches, { query: { after }, signal }),
  );
  const rows = toListQuery(due).rows ?? [];
  const payable = rows.filter(({ problem }) => problem === null);
  const selected = payable.filter(({ _id }) => chosen.has(_id));
  // An investor is paid by one transfer.
  const payees = new Set(selected.map(({ _id, investor }) => investor?._id ?? _id));
  const total = selected.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const toggle = (id: string) =>
    setChosen(
      (before) =>
        new Set(before.has(id) ? [...before].filter((chosenId) => chosenId !== id) : [...before, id]),
    );
  const isAll = payable.length > 0 && selected.length === Math.min(payable.length, MAX_BATCH);
  const columns = dueColumns({
    mayAct,
    chosen,
    toggle,
    enterAccount: setEntered,
    reload: () => void due.refetch(),
  });
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Payouts">
        Amounts due to investors, and refunds. One administrator proposes a batch, and another releases it.
      </PageHeading>
      {restoredOn && <RestoreNotice on={restoredOn} />}
      <section aria-labelledby="due" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="due" className="text-lg font-semibold">
            Due
          </h2>
          {mayAct && payable.length > 0 && (
            <Checkbox
              label={due.hasNextPage ? "Select all payable shown" : "Select all payable"}
              checked={isAll}
              onChange={() =>
                setChosen(new Set(isAll ? [] : payable.slice(0, MAX_BATCH).map(({ _id }) => _id)))
              }
            />
          )}
        </div>
        <DataList
          label="Due"
          loadingLabel="Loading amounts due"
          level="h3"
          columns={mayAct ? columns : columns.slice(0, -1)}
          rowKey={({ _id }) => _id}
          list={toListQuery(due)}
          skeletonRows={4}
          empty={
            <EmptyState level="h3" title="Nothing is due" icon={<HandCoins className="size-6" />}>
              Amounts due to investors and refunds appear here.
            </EmptyState>
          }
        />
        <MoreButton list={due} />
        {mayAct && payable.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
            <p className="figures" aria-live="polite">
              {selected.length === 0
                ? "No payouts selected"
                : `${countLabel(payees.size)}, ${formatKobo(total)}`}
            </p>
            <Button disabled={selected.length === 0} onClick={() => setIsProposing(true)}>
              Propose payouts
            </Button>
          </div>
        )}
      </section>
      <section aria-labelledby="batches" className="grid gap-4">
        <h2 id="batches" className="text-lg font-semibold">
          Batches
        </h2>
        <DataList
          label="Batches"
          loadingLabel="Loading batches"
          level="h3"
          columns={batchColumns}
          rowKey={({ _id }) => _id}
          list={toListQuery(batches)}
          skeletonRows={4}
          empty={
            <EmptyState level="h3" title="No batches yet" icon={<Send className="size-6" />}>
              A batch is a set of payouts that are released together, with one payment file. Propose payouts
              above to create one.
            </EmptyState>
          }
        />
        <MoreButton list={batches} />
      </section>
      {isProposing && (
        <ActionDialog
          title={`Propose ${countLabel(payees.size)} of ${formatKobo(total)}?`}
          description="Nothing is paid until another administrator releases the batch."
          confirmLabel="Propose payouts"
          busyLabel="Proposing..."
          onClose={() => setIsProposing(false)}
          send={async () => {
            const body = { ids: selected.map(({ _id }) => _id), total: String(total) };
            try {
              const { data } = await call(payouts.proposeBatch, { body });
              router.push(paths.adminPayoutBatch(data._id));
            } finally {
              void client.invalidateQueries({ queryKey: adminKeys.due });
              void client.invalidateQueries({ queryKey: adminKeys.payoutBatches });
            }
          }}
        />
      )}
      {entered && (
        <AccountDialog
          due={entered}
          onClose={() => setEntered(null)}
          onEntered={() => {
            setEntered(null);
            void due.refetch();
          }}
        />
      )}
    </div>
  );
}
