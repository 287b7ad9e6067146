"use client";

import { Check, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../labels";
import { RejectDialog } from "./reject-dialog";
import type { ReviewDecision } from "./use-review-decision";

/** Approve and Reject. The same pair stands in the header and, on a phone, in the bar below. */
export function DecisionButtons({ decision, className }: { decision: ReviewDecision; className?: string }) {
  const { approving, rejecting, approve, askReason } = decision;
  return (
    <div className={className}>
      <Button
        variant="danger-quiet"
        disabled={approving || rejecting}
        onClick={askReason}
        icon={<X aria-hidden className="size-5" />}
        className="border border-danger/40"
      >
        Reject
      </Button>
      <Button
        busy={approving}
        busyLabel="Processing..."
        disabled={rejecting}
        onClick={approve}
        icon={<Check aria-hidden className="size-5" />}
      >
        Approve
      </Button>
    </div>
  );
}

export function DecisionDialogs({ user, decision }: { user: UserDto; decision: ReviewDecision }) {
  const name = displayName(user);
  const submitted = user.verification.submittedAt !== null;
  return (
    <>
      <ConfirmDialog
        open={decision.dialog === "approve"}
        onOpenChange={(open) => (open ? undefined : decision.close())}
        title={`Approve ${name}`}
        description={
          submitted
            ? `Are you sure you want to approve ${name}? This will allow them full access to the platform.`
            : "This applicant has not submitted anything, so there are no answers or documents to check."
        }
        confirmLabel={submitted ? "Approve" : "Approve anyway"}
        busyLabel="Processing..."
        busy={decision.approving}
        onConfirm={decision.confirmApprove}
      >
        {!submitted && (
          <Notice tone="warning">The audit log will record an approval without a submission.</Notice>
        )}
        {decision.problem && (
          <Notice tone="danger" role="alert" className="mt-3">
            {decision.problem}
          </Notice>
        )}
      </ConfirmDialog>
      <RejectDialog
        // A new dialog starts empty.
        key={decision.dialog === "reject" ? "open" : "closed"}
        open={decision.dialog === "reject"}
        name={name}
        busy={decision.rejecting}
        problem={decision.problem}
        onReject={decision.reject}
        onClose={decision.close}
      />
    </>
  );
}
