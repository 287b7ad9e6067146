"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { partLabel } from "@/lib/onboarding/forms/part-labels";
import { partReasons } from "@/lib/onboarding/forms/reason-rules";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../../labels";
import { isDecided } from "../../queries";
import type { useChangeRequest } from "../queries";
import type { PartReviews } from "./use-part-reviews";
import type { ReviewDecision } from "./use-review-decision";

interface ChangeRequestProps {
  user: UserDto;
  reviews: PartReviews;
  decision: ReviewDecision;
  request: ReturnType<typeof useChangeRequest>;
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
}

/** Asks before the flagged parts are returned. Shown with the flags and, on a phone, in the bar below. */
export const RequestChangesButton = ({ onClick, className }: { onClick: () => void; className?: string }) => (
  <Button
    size="sm"
    variant="secondary"
    icon={<Undo2 aria-hidden className="size-4" />}
    onClick={onClick}
    {...(className && { className })}
  >
    Request changes
  </Button>
);

/** Shows the flagged parts, which can be returned to the applicant. */
export function ChangeRequest({
  user,
  reviews,
  decision,
  request,
  isAsking,
  setIsAsking,
}: ChangeRequestProps) {
  const [error, setError] = useState<string | null>(null);
  const { flagged, isOpen } = reviews;
  if (!isOpen || flagged.length === 0) return null;
  const count = flagged.length === 1 ? "1 part is flagged" : `${flagged.length} parts are flagged`;
  const send = () =>
    request.mutate(
      {
        userId: user._id,
        submissionId: user.verification.submissionId!,
        seen: flagged.map(({ part, at }) => ({ part, at })),
      },
      {
        onSuccess: () => {
          setIsAsking(false);
          decision.finish(`You asked ${displayName(user)} for changes`, "Changes requested");
        },
        onError: (failure) => {
          if (!isDecided(failure)) return setError(failure.message);
          setIsAsking(false);
          decision.showConflict(failure);
        },
      },
    );
  return (
    <>
      <Notice
        tone="warning"
        title={count}
        action={<RequestChangesButton onClick={() => setIsAsking(true)} className="max-sm:hidden" />}
      >
        {flagged.map(({ part }) => partLabel(part)).join(", ")}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setIsAsking(false)}
          title={`Ask ${displayName(user)} for changes`}
          description="We'll email them. They can change only these parts, then submit again."
          confirmLabel="Request changes"
          busyLabel="Sending..."
          busy={request.isPending}
          error={error}
          onConfirm={send}
        >
          <ul className="grid gap-2 text-[0.9375rem]">
            {flagged.map(({ part, reason, note }) => (
              <li key={part} className="break-words">
                <span className="font-medium">{partLabel(part)}</span>
                <span>{`: ${reason ? partReasons[reason] : ""}.${note ? ` ${note}` : ""}`}</span>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}
