"use client";

import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { useAction } from "@/components/account/use-action";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { useReviewMutation } from "../queries";
import { confirmNameAction } from "@/lib/http/review-actions";
import type { ProfileChangeDto } from "@/lib/review/cases/schema";

const names = { name: "Name", phone: "Phone number" } as const;

/**
 * Shows the user's changes after the approval, and phone numbers changed after a submission; a new name awaits confirmation by a reviewer
 * (threat 63).
 */
export function ProfileChanges({
  userId,
  changes,
}: {
  userId: string;
  changes: readonly ProfileChangeDto[];
}) {
  const mayConfirm = useRight("cases.decide");
  const run = useAction();
  const confirmation = useReviewMutation(userId, (name: string) => run(confirmNameAction, { userId, name }));
  if (changes.length === 0) return null;
  // The newest change comes first: it is the user's current name.
  const open = changes.find(({ field, confirmedAt }) => field === "name" && !confirmedAt);
  const confirm = (name: string) =>
    confirmation.mutate(name, { onSuccess: () => void toast.success("Name confirmed") });
  return (
    <Notice
      tone={open ? "warning" : "info"}
      title={open ? "Name changed after approval: confirm" : "Changed in the profile"}
      action={
        open &&
        mayConfirm && (
          <Button
            variant="secondary"
            busy={confirmation.isPending}
            busyLabel="Confirming..."
            onClick={() => confirm(open.after)}
          >
            Confirm the new name
          </Button>
        )
      }
    >
      <ul className="mt-1 grid gap-1">
        {changes.map(({ field, before, after, changedAt, confirmedAt }) => (
          <li key={`${field}-${changedAt}`}>
            {`${names[field]}: ${before || "none"} → ${after}, ${formatDateTime(changedAt)}${confirmedAt ? `, confirmed ${formatDateTime(confirmedAt)}` : ""}`}
          </li>
        ))}
      </ul>
      {confirmation.error && (
        <p role="alert" className="mt-2 text-danger">
          {toApiError(confirmation.error).message}
        </p>
      )}
    </Notice>
  );
}
