"use client";

import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { reviewReasonSchema } from "@/lib/review/schema";

interface RejectDialogProps {
  open: boolean;
  name: string;
  busy: boolean;
  /** Why the last try failed. */
  problem: string | null;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason that the person will read (product 2.13, 5.6). */
export function RejectDialog({ open, name, busy, problem, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState("");
  const [touched, setTouched] = useState(false);
  const checked = reviewReasonSchema.safeParse({ rejectionReason: reason });
  const error = touched && !checked.success ? checked.error.issues[0]?.message : undefined;

  const send = () => {
    setTouched(true);
    if (checked.success) onReject(checked.data.rejectionReason);
    else document.querySelector<HTMLElement>("[data-reason]")?.focus();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      locked={busy}
      title={`Reject ${name}`}
      description="Provide a short reason. The user will see this message."
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} busyLabel="Rejecting..." onClick={send}>
            Reject
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-1">
        <Field label="Reason" error={error}>
          {(control) => (
            <Textarea
              {...control}
              data-reason=""
              rows={4}
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
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
