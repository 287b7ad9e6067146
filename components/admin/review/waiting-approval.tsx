"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { call, toApiError } from "@/lib/contract/client";
import { admin } from "@/lib/contract/endpoints/admin";
import type { PendingAct } from "@/lib/proposals/proposals";
import { paths } from "@/lib/routes/paths";
import { WAITING } from "../second-approval";

interface WaitingApprovalProps {
  waiting: readonly PendingAct[];
  isSuper: boolean;
}

/** What about this user waits for another administrator. */
export const WaitingApproval = ({ waiting, ...viewer }: WaitingApprovalProps) =>
  waiting.map((act) => <WaitingAct key={act._id} act={act} {...viewer} />);

function nameProposer({ isOwn, proposer }: PendingAct, isSuper: boolean): string {
  if (isOwn) return "You";
  return isSuper ? (proposer ?? "A deleted administrator") : "Another administrator";
}

function WaitingAct({ act, isSuper }: Omit<WaitingApprovalProps, "waiting"> & { act: PendingAct }) {
  const router = useRouter();
  const [busy, start] = useTransition();
  const [error, setError] = useState<string | null>(null);
  const { isOwn } = act;
  const withdraw = () =>
    start(async () => {
      setError(null);
      try {
        await call(admin.declineProposal, { params: { proposalId: act._id } });
        toast.success("Withdrawn");
      } catch (failure) {
        setError(toApiError(failure).message);
      }
      router.refresh();
    });
  return (
    <Notice
      title={WAITING}
      action={
        isOwn ? (
          <Button size="sm" variant="secondary" busy={busy} busyLabel="Withdrawing..." onClick={withdraw}>
            Withdraw
          </Button>
        ) : (
          isSuper && (
            <LinkButton size="sm" variant="secondary" href={paths.adminApprovals()}>
              Confirm or decline
            </LinkButton>
          )
        )
      }
    >
      {nameProposer(act, isSuper)} asked to {act.description}, {formatDateTime(act.proposedAt)}.
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {error}
        </p>
      )}
    </Notice>
  );
}
