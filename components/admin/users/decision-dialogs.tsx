"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { UserSummaryDto } from "@/lib/users/dto";
import { getConflictingDecision, describeConflict } from "../decision-conflict";
import { displayName } from "../labels";
import { useDecision } from "../queries";

interface DecisionDialogProps {
  user: UserSummaryDto;
  open: boolean;
  onClose: () => void;
}

/** Sends what was on the screen along, so that nobody's decision is overwritten unseen. */
function useRowDecision(user: UserSummaryDto, onClose: () => void) {
  const decision = useDecision();
  const send = (status: "approved" | "rejected", rejectionReason?: string) =>
    decision.mutate(
      {
        userId: user._id,
        status,
        expectedStatus: user.verification.status,
        submissionId: user.verification.submissionId,
        ...(rejectionReason && { rejectionReason }),
      },
      {
        onSuccess: () => {
          toast.success(`${displayName(user)} ${status}`, { id: `decision-${user._id}` });
          onClose();
        },
        onError: (error) => {
          // Somebody else was first: the list is on its way anew, and the question has lost its sense.
          if (error.status !== 409) return;
          toast.warning(error.message, {
            description: `${describeConflict(getConflictingDecision(error))} Your decision was not saved.`,
          });
          onClose();
        },
      },
    );
  const problem = decision.isError && decision.error.status !== 409 ? decision.error.message : null;
  return { busy: decision.isPending, problem, send };
}

export function ApproveDialog({ user, open, onClose }: DecisionDialogProps) {
  const { busy, problem, send } = useRowDecision(user, onClose);
  const name = displayName(user);
  const unsubmitted = user.verification.submittedAt === null;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Approve ${name}`}
      description={`Are you sure you want to approve ${name}? This will allow them full access to the platform.`}
      confirmLabel="Approve"
      busyLabel="Processing..."
      busy={busy}
      onConfirm={() => send("approved")}
    >
      {(unsubmitted || problem) && (
        <div className="grid gap-3">
          {unsubmitted && (
            <Notice tone="warning" title="No submission to check">
              This user has not submitted any answers or documents. The audit log will record an approval
              without a submission.
            </Notice>
          )}
          {problem && (
            <Notice tone="danger" role="alert">
              {problem}
            </Notice>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

export function RejectUserDialog({ user, open, onClose }: DecisionDialogProps) {
  const { busy, problem, send } = useRowDecision(user, onClose);
  const [reason, setReason] = useState("");
  const name = displayName(user);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Reject ${name}`}
      description="Explain what needs to be corrected. The user will see this message and can resubmit."
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      tone="danger"
      busy={busy}
      disabled={reason.trim() === ""}
      onConfirm={() => send("rejected", reason.trim())}
    >
      <div className="grid gap-3 pb-1">
        <Field label="Reason">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={1000}
              value={reason}
              readOnly={busy}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
