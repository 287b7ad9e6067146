"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useRight } from "@/components/auth/allowed";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { questionsOf } from "@/lib/review/findings/schema";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName, fullDisplayName } from "../../labels";
import { CloseAccount } from "../duplicates/close-account";
import { ChooseAccount } from "../duplicates/choose-account";
import { openTwinsOf, reviewQuery } from "../queries";
import { ApprovalWarnings } from "./approval-warnings";

interface ApproveDialogProps {
  user: UserSummaryDto;
  busy: boolean;
  error: string | null | undefined;
  onClose: () => void;
  /** Approves; `seen` names the findings that the dialog shows, `goesOn` the account with which the person continues. */
  onApprove: (more: { seen?: string[]; goesOn?: string }) => void;
}

/** Asks before an approval, with the findings that it sets aside and, if the person has another account, which one continues. */
export function ApproveDialog({ user, busy, error, onClose, onApprove }: ApproveDialogProps) {
  const name = displayName(user);
  const isSubmitted = user.verification.submittedAt !== null;
  const { data: review } = useQuery({ ...reviewQuery(user._id), enabled: isSubmitted });
  const [isWaiting, setIsWaiting] = useState(isSubmitted);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  const { guardian = null, findings = null } = review ?? {};
  const twins = review ? openTwinsOf(review) : [];
  const mayClose = useRight("users.change");
  const isImpossible =
    findings?.some(({ kind, state }) => kind === "closed" || (kind === "blocked" && state === "binding")) ??
    false;
  const other = twins.find(({ _id }) => _id === chosen);
  const lacksConsent = !!guardian?.required && guardian.needed && !guardian.guardian?.counts;
  if (isClosing && other) return <CloseAccount account={user} goesOn={other} onClose={onClose} />;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Approve ${name}`}
      description={
        isSubmitted
          ? `Are you sure you want to approve ${fullDisplayName(user)}? This will allow them full access to the platform.`
          : "This applicant has not submitted anything, so there are no answers or documents to check."
      }
      confirmLabel={other ? "Close this account" : isSubmitted ? "Approve" : "Approve anyway"}
      waiting={isWaiting}
      cautious={!findings || questionsOf(findings).length > 0}
      disabled={
        (other && !mayClose) ||
        (!other && (isImpossible || lacksConsent || (twins.length > 0 && chosen === null)))
      }
      busyLabel="Processing..."
      busy={busy}
      error={error}
      onConfirm={() =>
        other
          ? setIsClosing(true)
          : onApprove({
              ...(findings && { seen: findings.map(({ key }) => key) }),
              ...(chosen && { goesOn: chosen }),
            })
      }
    >
      {isSubmitted ? (
        <div className="grid gap-4">
          <ApprovalWarnings userId={user._id} onLoaded={() => setIsWaiting(false)} />
          {twins.length > 0 && (
            <ChooseAccount
              legend="Which account continues?"
              accounts={[user, ...twins]}
              chosen={chosen}
              onChosen={setChosen}
            />
          )}
          {other && (
            <p role="status" className="text-sm text-muted">
              {mayClose
                ? "In that case, this account is closed instead of approved."
                : "Ask an administrator who may close accounts to close this one."}
            </p>
          )}
        </div>
      ) : (
        <Notice tone="warning">The audit log will record an approval without a submission.</Notice>
      )}
    </ConfirmDialog>
  );
}
