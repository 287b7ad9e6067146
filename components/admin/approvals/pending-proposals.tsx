"use client";

import { CheckCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { Textarea } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { EmptyState } from "@/components/ui/states";
import { approvals } from "@/lib/approvals/api";
import type { ProposalDto } from "@/lib/approvals/schema";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { DeclarationFigures, useDeclarationPreview } from "../investments/declaration-figures";
import { ApprovalWarnings } from "../review/decisions/approval-warnings";
import { useRemovalFocus } from "../use-removal-focus";
import { describeProposal, detailsOf } from "./describe-proposal";

type Act = "confirm" | "decline" | "withdraw";

interface PendingProposalsProps {
  ownId: string;
  proposals: readonly ProposalDto[];
  /** The number of older ones that are not listed. */
  more: number;
}

/**
 * Shows the pending proposals, newest first. Proposers can only withdraw their own, and administrators cannot decide on proposals about
 * themselves.
 */
export function PendingProposals({ ownId, proposals, more }: PendingProposalsProps) {
  const [selected, setSelected] = useState<{ proposal: ProposalDto; act: Act } | null>(null);
  const { section, onRemoved } = useRemovalFocus(proposals);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="pending-proposals" className="rounded-card">
      <Card>
        <CardHeading id="pending-proposals" title="Waiting for confirmation">
          Nothing happens until a request is confirmed. Requests expire after 7 days.
        </CardHeading>
        {proposals.length === 0 ? (
          <EmptyState
            level="h3"
            className="mt-4 py-8"
            title="No requests waiting"
            icon={<CheckCheck className="size-6" />}
          >
            When an administrator asks for a second approval, the request appears here and we email you.
          </EmptyState>
        ) : (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {proposals.map((proposal) => (
              <li
                key={proposal._id}
                className="grid gap-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6"
              >
                <Summary proposal={proposal} />
                <Choices
                  proposal={proposal}
                  ownId={ownId}
                  onChoose={(act) => setSelected({ proposal, act })}
                />
              </li>
            ))}
          </ul>
        )}
        {more > 0 && (
          <p className="mt-4 text-muted figures">
            {`And ${more} more, older than these. They are listed here once some of these are decided.`}
          </p>
        )}
      </Card>
      {selected && (
        <Decide
          key={selected.proposal._id}
          {...selected}
          onDecided={onRemoved}
          onClose={() => setSelected(null)}
        />
      )}
    </section>
  );
}

function Summary({ proposal }: { proposal: ProposalDto }) {
  const { target, publication, dueDiligence, proposedBy, proposedAt, expiresAt } = proposal;
  const details = detailsOf(proposal);
  return (
    <div className="min-w-0 text-[0.9375rem] leading-6 [overflow-wrap:anywhere]">
      <h3 className="font-medium">{describeProposal(proposal)}</h3>
      {details && <p className="text-muted">{details}</p>}
      <p className="text-sm text-muted">{`Requested by ${proposedBy.name ?? "a deleted administrator"}, ${formatDateTime(proposedAt)}. Expires on ${formatDate(expiresAt)}.`}</p>
      {target && target.role !== "admin" && !dueDiligence && (
        <TextLink href={paths.adminVerificationUser(target._id)} className="text-sm">
          Open the verification
        </TextLink>
      )}
      {publication && (
        <TextLink href={paths.adminPlan(publication.planId)} className="text-sm">
          Open the plan
        </TextLink>
      )}
      {dueDiligence && (
        <TextLink href={paths.adminDueDiligenceForm(dueDiligence.formId)} className="text-sm">
          Open the form
        </TextLink>
      )}
      {proposal.end && (
        <TextLink href={paths.adminInvestment(proposal.end.investmentId)} className="text-sm">
          Open the investment
        </TextLink>
      )}
    </div>
  );
}

interface ChoicesProps {
  proposal: ProposalDto;
  ownId: string;
  onChoose: (act: Act) => void;
}

function Choices({ proposal, ownId, onChoose }: ChoicesProps) {
  const what = describeProposal(proposal);
  if (!proposal.canDecide) return null;
  if (proposal.target?._id === ownId)
    return (
      <p className="text-sm text-muted sm:max-w-48">
        Somebody else must decide, because this affects your account.
      </p>
    );
  if (proposal.proposedBy._id === ownId) {
    return (
      <Button variant="secondary" aria-label={`Withdraw: ${what}`} onClick={() => onChoose("withdraw")}>
        Withdraw
      </Button>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button variant="secondary" aria-label={`Decline: ${what}`} onClick={() => onChoose("decline")}>
        Decline
      </Button>
      <Button aria-label={`Confirm: ${what}`} onClick={() => onChoose("confirm")}>
        Confirm
      </Button>
    </div>
  );
}

const texts = {
  confirm: {
    title: "Confirm",
    description: "This takes effect immediately.",
    done: "Confirmed",
  },
  decline: {
    title: "Decline",
    description: "Nothing changes. We'll email your reason to the administrator who asked.",
    done: "Declined",
  },
  withdraw: { title: "Withdraw", description: "Nothing changes.", done: "Withdrawn" },
} as const;

interface DecideProps {
  proposal: ProposalDto;
  act: Act;
  onDecided: () => void;
  onClose: () => void;
}

function Decide({ proposal, act, onDecided, onClose }: DecideProps) {
  const router = useRouter();
  const { title, description, done } = texts[act];
  const what = describeProposal(proposal);
  const isDeletion = act === "confirm" && proposal.kind === "deletion";
  const isApproval = act === "confirm" && proposal.kind === "approval";
  const [isWaiting, setIsWaiting] = useState(isApproval);
  const declaration = act === "confirm" ? proposal.declaration : null;
  const preview = useDeclarationPreview(declaration);
  const [reason, setReason] = useState("");
  const send = async () => {
    const params = { proposalId: proposal._id };
    try {
      await (act === "confirm"
        ? call(approvals.confirmProposal, { params })
        : call(approvals.declineProposal, { params, body: { reason } }));
      toast.success(`${done}: ${what}`);
      onDecided();
      onClose();
    } finally {
      // The page is refreshed after a failure too: another administrator may have decided on the proposal.
      router.refresh();
    }
  };
  return (
    <ActionDialog
      role={act === "decline" ? "dialog" : "alertdialog"}
      onClose={onClose}
      waiting={isWaiting || (declaration !== null && preview.isPending)}
      disabled={declaration !== null && preview.isError}
      cautious={declaration !== null}
      title={`${title}: ${what}?`}
      description={isDeletion ? "This takes effect immediately and cannot be undone." : description}
      confirmLabel={title}
      busyLabel="Sending..."
      tone={isDeletion ? "danger" : "primary"}
      send={send}
    >
      {isApproval && (
        <ApprovalWarnings userId={proposal.target!._id} onLoaded={() => setIsWaiting(false)} isSecond />
      )}
      {declaration && (
        <div className="grid gap-4">
          {preview.data?.isOutsideTarget && (
            <Notice tone="warning" title="Outside the target">
              This rate is outside the target range of the plan.
            </Notice>
          )}
          <DeclarationFigures preview={preview} />
        </div>
      )}
      {act === "decline" && (
        <Field label="Reason">
          {(control) => (
            <Textarea
              {...control}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
    </ActionDialog>
  );
}
