"use client";

import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Allowed } from "@/components/auth/allowed";
import { WAITING } from "@/components/admin/approvals/second-approval";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { approvals } from "@/lib/approvals/api";
import type { UserProposal } from "@/lib/approvals/schema";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { useReviewMutation } from "../queries";

interface ProposalNoticesProps {
  userId: string;
  proposals: readonly UserProposal[];
  isSuper: boolean;
}

/**
 * Shows the pending proposals about this user. The focus moves to a new proposal by the viewer, and back to the decision once it is
 * withdrawn.
 */
export function ProposalNotices({ userId, proposals, isSuper }: ProposalNoticesProps) {
  const section = useRef<HTMLElement>(null);
  const previous = useRef(proposals);
  useEffect(() => {
    const [before, after] = [previous.current, proposals];
    previous.current = proposals;
    const without = (some: readonly UserProposal[], others: readonly UserProposal[]) =>
      some.filter(({ _id, isOwn }) => isOwn && !others.some((other) => other._id === _id));
    if (without(after, before).length > 0) {
      window.scrollTo({ top: 0, behavior: "instant" });
      section.current?.focus({ preventScroll: true });
    } else if (without(before, after).length > 0 && document.activeElement === document.body) {
      focusDecision();
    }
  }, [proposals]);
  if (proposals.length === 0) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={WAITING}
      className="grid gap-4 rounded-card outline-none"
    >
      {proposals.map((proposal) => (
        <ProposalNotice key={proposal._id} userId={userId} proposal={proposal} isSuper={isSuper} />
      ))}
    </section>
  );
}

/** Focuses the visible Approve button, in the header or the bar; if the case is decided, the page. */
function focusDecision(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-approve]")];
  const target = buttons.find((button) => button.checkVisibility()) ?? document.querySelector("main");
  target?.focus({ preventScroll: true });
}

function nameProposer({ isOwn, proposer }: UserProposal, isSuper: boolean): string {
  if (isOwn) return "You";
  return isSuper ? (proposer ?? "A deleted administrator") : "Another administrator";
}

function ProposalNotice({
  userId,
  proposal,
  isSuper,
}: {
  userId: string;
  proposal: UserProposal;
  isSuper: boolean;
}) {
  const { isOwn } = proposal;
  const withdrawal = useReviewMutation(userId, () =>
    call(approvals.declineProposal, { params: { proposalId: proposal._id }, body: {} }),
  );
  const withdraw = () => withdrawal.mutate(undefined, { onSuccess: () => void toast.success("Withdrawn") });
  return (
    <Notice
      title={WAITING}
      action={
        isOwn ? (
          <Button
            size="sm"
            variant="secondary"
            busy={withdrawal.isPending}
            busyLabel="Withdrawing..."
            onClick={withdraw}
          >
            Withdraw
          </Button>
        ) : (
          <Allowed to="approvals.confirm">
            <LinkButton size="sm" variant="secondary" href={paths.adminApprovals()}>
              Confirm or decline
            </LinkButton>
          </Allowed>
        )
      }
    >
      <span>{`${nameProposer(proposal, isSuper)} asked to ${proposal.description}, ${formatDateTime(proposal.proposedAt)}.`}</span>
      {withdrawal.error && (
        <p role="alert" className="mt-2 text-danger">
          {withdrawal.error.message}
        </p>
      )}
    </Notice>
  );
}
