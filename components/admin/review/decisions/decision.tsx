"use client";

import { Check, X } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { reviewReasonSchema } from "@/lib/review/decisions/schema";
import type { DuplicateDto, UserDto } from "@/lib/users/dto";
import { displayName, fullDisplayName } from "../../labels";
import { describeDecidedElsewhere } from "../cases/claim-notice";
import { ApprovalWarnings, questionsOf } from "./approval-warnings";
import { useReviewPanel } from "../queries";
import type { ReviewDecision } from "./use-review-decision";

/** Shows the buttons Approve and Reject, in the header and, on a phone, in the bar below. */
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
  const { data: guardian } = useReviewPanel(user._id, "guardian");
  const lacksConsent = !!guardian?.required && guardian.needed && !guardian.guardian?.counts;
  const { data: findings } = useReviewPanel(user._id, "findings");
  const { data: duplicates } = useReviewPanel(user._id, "duplicates");
  const others = (duplicates?.people ?? []).filter(({ decision: made }) => made?.verdict === "same_person");
  const asksForAccount = findings?.some(({ state }) => state === "same_person") ?? false;
  const [goesOn, setGoesOn] = useState<string | null>(null);
  const [isWaiting, setIsWaiting] = useState(submitted);
  return (
    <ConfirmDialog
      onClose={decision.close}
      title={`Approve ${name}`}
      description={
        submitted
          ? `Are you sure you want to approve ${fullDisplayName(user)}? This will allow them full access to the platform.`
          : "This applicant has not submitted anything, so there are no answers or documents to check."
      }
      confirmLabel={submitted ? "Approve" : "Approve anyway"}
      waiting={isWaiting}
      cautious={questionsOf(findings)?.length !== 0}
      disabled={lacksConsent || (asksForAccount && goesOn !== user._id)}
      busyLabel="Processing..."
      busy={decision.approving}
      error={decision.error}
      onConfirm={() => decision.send("approved", { goesOn: goesOn ?? undefined })}
    >
      {submitted ? (
        <div className="grid gap-4">
          <ApprovalWarnings userId={user._id} onLoaded={() => setIsWaiting(false)} />
          {asksForAccount && (
            <ChooseAccount accounts={[user, ...others]} chosen={goesOn} onChosen={setGoesOn} />
          )}
        </div>
      ) : (
        <Notice tone="warning">The audit log will record an approval without a submission.</Notice>
      )}
    </ConfirmDialog>
  );
}

/** Asks which of a person's accounts to continue with; only that account can be approved. */
function ChooseAccount({
  accounts: [own, ...others],
  chosen,
  onChosen,
}: {
  accounts: readonly [UserDto, ...DuplicateDto[]];
  chosen: string | null;
  onChosen: (id: string) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Which account continues?</legend>
      {[own, ...others].map((account) => (
        <label key={account._id} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="goes-on"
            checked={chosen === account._id}
            onChange={() => onChosen(account._id)}
            className="size-5 accent-accent"
          />
          <span>
            {account === own ? `This one, ${account.email}` : `${displayName(account)}, ${account.email}`}
          </span>
        </label>
      ))}
      {chosen !== null && chosen !== own._id && (
        <p role="status" className="text-sm text-muted">
          In that case, this one can&apos;t be approved: reject it, or leave it open.
        </p>
      )}
    </fieldset>
  );
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
  const checked = reviewReasonSchema.safeParse({ rejectionReason: reason });

  const send = () => {
    setTouched(true);
    if (checked.success) decision.send("rejected", { rejectionReason: checked.data.rejectionReason });
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
    </ConfirmDialog>
  );
}
