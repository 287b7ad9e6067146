"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { toast } from "sonner";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { Field } from "@/components/forms/field";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { displayName, fullDisplayName } from "../labels";
import { describeConflict, isDecided, toDecision, useDecision } from "../queries";
import type { UserDialogProps } from "../row-menu";

/** Loaded when the dialog opens: the list does not need the review of a case. */
const ApprovalWarnings = dynamic(
  () => import("../review/decisions/approval-warnings").then((module) => module.ApprovalWarnings),
  { ssr: false },
);

function useRowDecision({ user, onClose }: UserDialogProps) {
  const decision = useDecision();
  const send = (status: "approved" | "rejected", rejectionReason?: string) =>
    decision.mutate(toDecision(user, status, rejectionReason ? { rejectionReason } : {}), {
      onSuccess: () => {
        toast.success(`${displayName(user)} ${status}`, { id: `decision-${user._id}` });
        onClose();
      },
      onError: (error) => {
        if (awaitsConfirmation(error)) {
          toast.info(WAITING, { description: error.message });
          onClose();
          return;
        }
        // If another reviewer decided, the list is being reloaded, so the dialog is obsolete.
        if (!isDecided(error)) return;
        toast.warning(error.message, {
          description: `${describeConflict(error)} Your decision was not saved.`,
        });
        onClose();
      },
    });
  const error = decision.error && isDecided(decision.error) ? null : decision.error?.message;
  return { dialog: { busy: decision.isPending, error, onClose }, send };
}

export function ApproveUser(props: UserDialogProps) {
  const { dialog, send } = useRowDecision(props);
  const submitted = props.user.verification.submittedAt !== null;
  const [isWaiting, setIsWaiting] = useState(submitted);
  return (
    <ConfirmDialog
      {...dialog}
      title={`Approve ${displayName(props.user)}`}
      description={`Are you sure you want to approve ${fullDisplayName(props.user)}? This will allow them full access to the platform.`}
      confirmLabel="Approve"
      busyLabel="Processing..."
      waiting={isWaiting}
      onConfirm={() => send("approved")}
    >
      {submitted ? (
        <ApprovalWarnings userId={props.user._id} onLoaded={() => setIsWaiting(false)} />
      ) : (
        <Notice tone="warning" title="No submission to check">
          This user has not submitted any answers or documents. The audit log will record an approval without
          a submission.
        </Notice>
      )}
    </ConfirmDialog>
  );
}

export function RejectUser(props: UserDialogProps) {
  const { dialog, send } = useRowDecision(props);
  const [reason, setReason] = useState("");
  return (
    <ConfirmDialog
      {...dialog}
      title={`Reject ${displayName(props.user)}`}
      description="Explain what needs to be corrected. The user will see this message and can resubmit."
      confirmLabel="Reject"
      busyLabel="Rejecting..."
      tone="danger"
      disabled={reason.trim() === ""}
      onConfirm={() => send("rejected", reason.trim())}
    >
      <Field label="Reason" className="pb-1">
        {(control) => (
          <Textarea
            {...control}
            maxLength={1000}
            value={reason}
            readOnly={dialog.busy}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
