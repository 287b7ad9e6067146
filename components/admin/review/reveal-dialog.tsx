"use client";

import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { call, toApiError } from "@/lib/contract/client";
import { review } from "@/lib/contract/endpoints/review";
import { revealReasons } from "@/lib/review/schema";
import { useReason } from "../reason-field";

interface RevealDialogProps {
  userId: string;
  field: string;
  title: string;
  confirmLabel: string;
  onRevealed: (value: string) => void;
  onClose: () => void;
}

/** Asks why a number is needed before it is revealed (product 10.11). */
export function RevealDialog({ userId, field, title, confirmLabel, onRevealed, onClose }: RevealDialogProps) {
  const reason = useReason(revealReasons);
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // A ref, because state is updated too late for a double click, and each call is recorded in the audit log.
  const isSending = useRef(false);

  const send = async () => {
    const chosen = reason.check();
    if (!chosen || isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(null);
    try {
      const body = { field, reason: chosen, note };
      onRevealed((await call(review.reveal, { params: { userId }, body })).data.value);
    } catch (failure) {
      setError(toApiError(failure).message);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title={title}
      description="Why do you need the full number? The audit log records your reason, and the applicant sees that a number was shown."
      confirmLabel={confirmLabel}
      busyLabel="Please wait..."
      busy={busy}
      error={error}
      onConfirm={() => void send()}
    >
      <div className="grid gap-4 pb-1">
        {reason.field}
        <Field label="Note" optional help="Super administrators can read it. It is deleted with the account.">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={500}
              value={note}
              readOnly={busy}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </ConfirmDialog>
  );
}
