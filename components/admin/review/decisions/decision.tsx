"use client";

import { Check, X } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Select, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { blockReasons, type BlockReason } from "@/lib/review/blocks/schema";
import { reviewReasonSchema } from "@/lib/review/decisions/schema";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../../labels";
import { describeDecidedElsewhere } from "../cases/claim-notice";
import type { ReviewDecision } from "./use-review-decision";

/** Shows the buttons Approve and Reject, in the header and, on a phone, in the bar below. */
export function DecisionButtons({ decision, className }: { decision: ReviewDecision; className?: string }) {
  const { approving, isPreparing, rejecting, canApprove, approve, open } = decision;
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
          busy={approving || isPreparing}
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

/** Template texts for a reviewer to edit; the applicant reads the final text. */
const readyReasons = [
  {
    title: "Not readable",
    text: "We can't read one of your documents. Please upload a sharp photo or a scan of the whole page.",
  },
  { title: "Too old", text: "One of your documents is too old. Please upload a recent one." },
  {
    title: "Names differ",
    text: "The names you gave do not match. Please correct them.",
  },
  {
    title: "Wrong document",
    text: "One of your documents is not the one we asked for. Please upload the right one.",
  },
] as const;

/** Shows in an open dialog that another reviewer has decided, because the notice on the page is behind the dialog. */
const DecidedMeanwhile = ({ verification }: Pick<UserDto, "verification">) => (
  <Notice tone="warning" role="alert" className="mb-4" title={describeDecidedElsewhere(verification)} />
);

/** Asks for the reason, which is shown to the user (product 2.13, 5.6). */
export function RejectDialog({ user, decision }: DecisionDialogProps) {
  const { reason, setReason, rejecting: busy } = decision;
  const [opened] = useState(user.verification.status);
  const isDecided = !busy && user.verification.status !== opened && user.verification.status !== "pending";
  const [touched, setTouched] = useState(false);
  const [block, setBlock] = useState<BlockReason | "">("");
  // The specified dialog has one field, so this one is shown on request.
  const [isBlocking, setIsBlocking] = useState(false);
  const checked = reviewReasonSchema.safeParse({ rejectionReason: reason });

  const send = () => {
    setTouched(true);
    if (checked.success)
      decision.send("rejected", { rejectionReason: checked.data.rejectionReason, ...(block && { block }) });
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
      {isDecided && <DecidedMeanwhile verification={user.verification} />}
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
      <ul aria-label="Ready-made texts" className="mt-2 flex flex-wrap gap-1.5">
        {readyReasons.map(({ title, text }) => (
          <li key={title}>
            <button
              type="button"
              disabled={busy}
              onClick={() => {
                setReason([reason.trim(), text].filter(Boolean).join(" "));
                document.querySelector<HTMLElement>("[data-reason]")?.focus();
              }}
              className="min-h-9 rounded-full border border-line px-3 text-sm hover:bg-sunken"
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
      {isBlocking ? (
        <Field label="Block the person" optional className="mt-4 pb-1">
          {(control) => (
            <Select
              {...control}
              value={block}
              disabled={busy}
              onChange={(event) => setBlock(event.target.value as BlockReason | "")}
            >
              <option value="">Don&apos;t block</option>
              {Object.entries(blockReasons).map(([value, words]) => (
                <option key={value} value={value}>{`For ${words}`}</option>
              ))}
            </Select>
          )}
        </Field>
      ) : (
        <Button variant="quiet" size="sm" className="mt-3 -ml-3" onClick={() => setIsBlocking(true)}>
          Also block the person
        </Button>
      )}
      {block && (
        <p role="status" className="text-sm text-muted">
          No applicant with the same numbers, documents or bank account can be approved until two
          administrators lift the block. The user is not informed.
        </p>
      )}
    </ConfirmDialog>
  );
}
