"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { toast } from "sonner";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { Field } from "@/components/forms/field";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { displayName } from "../labels";
import { describeConflict, isDecided, toDecision, useDecision } from "../queries";
import type { UserDialogProps } from "../row-menu";

/** Loaded when the dialog opens: the list does not need the review of a case. */
const ApproveDialog = dynamic(
  () => import("../review/decisions/approve-dialog").then((module) => module.ApproveDialog),
  { ssr: false },
);

function useRowDecision({ user, onClose }: UserDialogProps) {
  const decision = useDecision();
  const send = (
    ...[status, more]: Parameters<typeof toDecision> extends [unknown, ...infer Rest] ? Rest : never
  ) =>
    decision.mutate(toDecision(user, status, more), {
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
  return <ApproveDialog {...dialog} user={props.user} onApprove={(more) => send("approved", more)} />;
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
      onConfirm={() => send("rejected", { rejectionReason: reason.trim() })}
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
