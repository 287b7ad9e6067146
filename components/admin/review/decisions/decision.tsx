"use client";

import { Check, X } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { reviewReasonSchema } from "@/lib/review/decisions/schema";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../../labels";
import { ApprovalWarnings } from "./approval-warnings";
import { missingConsent } from "./guardian";
import { useGuardian } from "../queries";
import type { ReviewDecision } from "./use-review-decision";

/** The buttons Approve and Reject, in the header and, on a phone, in the bar below. */
export function DecisionButtons({ decision, className }: { decision: ReviewDecision; className?: string }) {
  const { approving, rejecting, canApprove, approve, open } = decision;
  return (
    <div className={className}>
      <Button
        variant="danger-quiet"
        disabled={approving || rejecting}
        onClick={() => open("reject")}
        icon={<X aria-hidden className="size-5" />}
        className="border border-danger/40"
      >
        Reject
      </Button>
      {canApprove && (
        <Button
          data-approve=""
          busy={approving}
          busyLabel="Processing..."
          disabled={rejecting}
          onClick={() => void approve()}
          icon={<Check aria-hidden className="size-5" />}
        >
          Approve
        </Button>
      )}
    </div>
  );
}

interface DecisionDialogProps {
  user: UserDto;
  decision: ReviewDecision;
}

export function ApproveDialog({ user, decision }: DecisionDialogProps) {
  const name = displayName(user);
  const submitted = user.verification.submittedAt !== null;
  const { data: guardian } = useGuardian(user._id);
  const [isWaiting, setIsWaiting] = useState(submitted);
  return (
    <ConfirmDialog
      onClose={decision.close}
      title={`Approve ${name}`}
      description={
        submitted
          ? `Are you sure you want to approve ${name}? This will allow them full access to the platform.`
          : "This applicant has not submitted anything, so there are no answers or documents to check."
      }
      confirmLabel={submitted ? "Approve" : "Approve anyway"}
      waiting={isWaiting}
      disabled={guardian?.required && missingConsent(guardian) !== null}
      busyLabel="Processing..."
      busy={decision.approving}
      error={decision.error}
      onConfirm={() => decision.send("approved")}
    >
      {submitted ? (
        <ApprovalWarnings userId={user._id} onLoaded={() => setIsWaiting(false)} />
      ) : (
        <Notice tone="warning">The audit log will record an approval without a submission.</Notice>
      )}
    </ConfirmDialog>
  );
}

/** Asks for the reason, which the user will read (product 2.13, 5.6). */
export function RejectDialog({ user, decision }: DecisionDialogProps) {
  const { reason, setReason, rejecting: busy } = decision;
  const [touched, setTouched] = useState(false);
  const checked = reviewReasonSchema.safeParse({ rejectionReason: reason });

  const send = () => {
    setTouched(true);
    if (checked.success) decision.send("rejected", checked.data.rejectionReason);
    else document.querySelector<HTMLElement>("[data-reason]")?.focus();
  };

  return (
    <ConfirmDialog
      role="dialog"
      onClose={decision.close}
      title={`Reject ${displayName(user)}`}
      description="Provide a short reason. The user will see this message."
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      tone="danger"
      busy={busy}
      error={decision.error}
      onConfirm={send}
    >
      <Field label="Reason" error={touched ? checked.error?.issues[0]?.message : undefined} className="pb-1">
        {(control) => (
          <Textarea
            {...control}
            data-reason=""
            placeholder="For example: the utility bill is older than 3 months. Please upload a recent one."
            value={reason}
            readOnly={busy}
            onChange={(event) => {
              setReason(event.target.value);
              setTouched(true);
            }}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
