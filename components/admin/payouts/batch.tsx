"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Allowed, useRight } from "@/components/auth/allowed";
import { ActList } from "@/components/admin/acts/act-list";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { ActionDialog } from "@/components/forms/action-dialog";
import { StatusBadge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { joinWords } from "@/lib/join-words";
import { formatExact, formatKobo } from "@/lib/money";
import type { BatchDetailDto, PayoutDto } from "@/lib/payouts/schema";
import type { UploadTemplateDto } from "@/lib/payouts/upload-template-schema";
import { paths } from "@/lib/routes/paths";
import { PayoutEvidence } from "./payout-evidence";
import { ReportButton } from "../suspicions/report-button";
import { BankAnswer } from "./bank-answer";
import { NameEnquiry, NameEnquiryNotice } from "./name-enquiry";
import { PaymentFile } from "./payment-file";
import { PayoutStop } from "./payout-stop";
import { RestoreNotice } from "./restore-notice";
import { batchLabels, countLabel, outcomeLabel, payoutLabels } from "./payout-labels";

const columnsFor = (fail: (payout: PayoutDto) => void): Column<PayoutDto>[] => [
  {
    title: "PAY TO",
    label: null,
    className: "font-medium [overflow-wrap:anywhere]! sm:w-[16%]",
    cell: ({ investor, account }) =>
      investor ? (
        <TextLink
          href={paths.adminVerificationUser(investor._id)}
          className="inline-flex min-h-11 items-center sm:min-h-0"
        >
          {investor.name}
        </TextLink>
      ) : (
        (account?.accountName ?? "Unknown sender")
      ),
  },
  {
    title: "ACCOUNT",
    label: "Account",
    className: "[overflow-wrap:anywhere]!",
    cell: ({ account, sentAs, accountEnteredBy, nameEnquiry }) =>
      account ? (
        <span className="grid gap-0.5">
          <span className="figures">{`${account.bankName}, ${account.accountNumber}`}</span>
          <span className="text-sm text-muted">{account.accountName}</span>
          {sentAs && <span className="text-sm text-muted">{`Sent to the bank as ${sentAs}`}</span>}
          {accountEnteredBy && (
            <span className="text-sm text-muted">{`Entered by ${isolate(accountEnteredBy.name)}`}</span>
          )}
          {nameEnquiry && <NameEnquiry enquiry={nameEnquiry} />}
        </span>
      ) : (
        <span className="text-muted">No longer stored</span>
      ),
  },
  {
    title: "REFERENCE",
    label: "Reference",
    className: "figures",
    cell: ({ reference }) => <span translate="no">{reference}</span>,
  },
  {
    title: "WHY",
    label: "Why",
    className: "[overflow-wrap:anywhere]! sm:w-[30%]",
    cell: ({ parts }) => <PayoutEvidence parts={parts} />,
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
    cell: (payout) => (
      <span className="grid justify-items-end gap-1 sm:justify-items-start">
        <StatusBadge tone={payoutLabels[payout.state].tone}>{payoutLabels[payout.state].label}</StatusBadge>
        {payout.settledOn && <span className="text-sm text-muted">{formatDate(payout.settledOn)}</span>}
        {payout.state === "returned" && !payout.settledOn && (
          <span className="text-sm text-muted">Rejected by the bank</span>
        )}
        {payout.investor && (payout.stop || canStop(payout)) && (
          <PayoutStop investor={payout.investor} stop={payout.stop} />
        )}
        {payout.state === "released" && (
          <Allowed to="money.act">
            <Button variant="secondary" size="sm" onClick={() => fail(payout)}>
              Record rejection
              <span className="sr-only">{`: ${payout.reference}`}</span>
            </Button>
          </Allowed>
        )}
        <ReportButton thing="payout" thingId={payout._id} about={`the payout ${payout.reference}`} isInRow />
      </span>
    ),
  },
];

/** Whether a stop keeps a payout from the bank. */
const canStop = ({ state, isInFile }: PayoutDto): boolean =>
  state === "proposed" || (state === "released" && !isInFile);

type Action = "release" | "withdraw";

const acts = {
  release: {
    title: "Release",
    call: payouts.releaseBatch,
    done: "Payouts released",
    description:
      "First check payees and accounts, and look for returned payouts in the bank statement. We'll then email the investors, and you can download the payment file.",
    busyLabel: "Releasing...",
  },
  withdraw: {
    title: "Withdraw",
    call: payouts.withdrawBatch,
    done: "Batch withdrawn",
    description: "Nothing will be paid. The amounts stay due and can be proposed again.",
    busyLabel: "Withdrawing...",
  },
} as const;

/** Says what stopped payouts mean for a batch. */
function StopNotice({ batch }: { batch: BatchDetailDto }) {
  const names = [
    ...new Set(
      batch.payouts.flatMap((payout) =>
        payout.stop && canStop(payout) && payout.investor ? payout.investor.name : [],
      ),
    ),
  ];
  if (names.length === 0) return null;
  return (
    <Notice tone="warning" title={`Payouts to ${joinWords(names)} are stopped`}>
      {batch.state === "proposed"
        ? "This batch cannot be released. Withdraw it, and propose the other amounts again."
        : "They are left out of the payment file. After the stop is lifted, download another file: it has only what was left out."}
    </Notice>
  );
}

interface PayoutBatchProps {
  batch: BatchDetailDto;
  templates: readonly UploadTemplateDto[];
  ownId: string;
}

/** Shows a batch of payouts with its actions (product 10.34). */
export function PayoutBatch({ batch, templates, ownId }: PayoutBatchProps) {
  const router = useRouter();
  const mayAct = useRight("money.act");
  const [act, setAct] = useState<Action | null>(null);
  const [failed, setFailed] = useState<PayoutDto | null>(null);
  const { _id, state, count, total, proposedBy, proposedAt, decidedBy, decidedAt } = batch;
  const title = `${countLabel(count)} of ${formatKobo(BigInt(total))}`;
  const isInvolved = [proposedBy, ...batch.payouts.map(({ accountEnteredBy }) => accountEnteredBy)].some(
    (person) => person?._id === ownId,
  );
  const finish = (message: string, close: () => void) => {
    toast.success(message);
    close();
    router.refresh();
  };
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title={title}>
        {[
          `Proposed by ${isolate(proposedBy.name)} on ${formatDateTime(proposedAt)}.`,
          ...(decidedBy
            ? [`${batchLabels[state].label} by ${isolate(decidedBy.name)} on ${formatDateTime(decidedAt!)}.`]
            : []),
        ].join(" ")}
      </PageHeading>
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge tone={batchLabels[state].tone}>{batchLabels[state].label}</StatusBadge>
        <span className="text-muted">{outcomeLabel(batch)}</span>
        {mayAct && state === "proposed" && (
          <>
            {isInvolved ? (
              <p className="text-muted">Another administrator must release this batch.</p>
            ) : (
              <Button onClick={() => setAct("release")}>Release batch</Button>
            )}
            <Button variant="secondary" onClick={() => setAct("withdraw")}>
              Withdraw batch
            </Button>
          </>
        )}
        {mayAct &&
          state === "released" &&
          batch.payouts.some((payout) => payout.state === "released" && !payout.stop) && (
            <PaymentFile batch={batch} templates={templates} />
          )}
      </div>
      {mayAct &&
        state === "released" &&
        batch.payouts.some((payout) => payout.state === "released" && payout.isInFile) && (
          <BankAnswer batch={batch} />
        )}
      {batch.restoredOn && batch.payouts.some(({ state: of }) => of === "proposed" || of === "released") && (
        <RestoreNotice on={batch.restoredOn} />
      )}
      <StopNotice batch={batch} />
      <NameEnquiryNotice batch={batch} />
      <DataTable
        label="Payouts"
        columns={columnsFor(setFailed).map((column) => ({
          ...column,
          className: cn(column.className, "sm:align-top"),
        }))}
        rows={batch.payouts}
        rowKey={(payout) => payout._id}
        stale={false}
      />
      <section aria-labelledby="acts">
        <h2 id="acts" className="mb-4 text-lg font-semibold">
          Acts
        </h2>
        <ActList about={_id} />
      </section>
      <TextLink href={paths.adminPayouts()} className="inline-flex min-h-11 items-center justify-self-start">
        All payouts
      </TextLink>
      {act && (
        <ActionDialog
          title={`${acts[act].title} ${title}?`}
          description={acts[act].description}
          confirmLabel={acts[act].title}
          busyLabel={acts[act].busyLabel}
          cautious
          onClose={() => setAct(null)}
          send={async () => {
            await call(acts[act].call, { params: { id: _id } });
            finish(acts[act].done, () => setAct(null));
          }}
        >
          {act === "release" &&
            batch.payouts.some(({ nameEnquiry }) => nameEnquiry?.state === "no_answer") && (
              <Notice tone="warning" title="Some names are not confirmed">
                The bank could not be asked for the holders of all accounts. Compare them yourself.
              </Notice>
            )}
          {act === "release" && !batch.isSecondApprovalOn && (
            <Notice tone="warning" title="Second approval is off">
              {`A super administrator could have created another account to propose this batch or enter accounts in it. Make sure that ${isolate(proposedBy.name)} is a person you know.`}
            </Notice>
          )}
        </ActionDialog>
      )}
      {failed && (
        <ActionDialog
          title={`Has the bank rejected ${failed.reference}?`}
          description={`${formatKobo(BigInt(failed.amount))} becomes due again, and the investor is emailed. If the bank paid and later returned it, match its statement line under Payments instead.`}
          confirmLabel="Record rejection"
          busyLabel="Recording..."
          cautious
          onClose={() => setFailed(null)}
          send={async () => {
            await call(payouts.failPayout, { params: { id: failed._id } });
            finish("Rejection recorded. The amount is due again.", () => setFailed(null));
          }}
        />
      )}
    </div>
  );
}
