"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { useSession } from "@/components/session/session-provider";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Select, Textarea } from "@/components/ui/input";
import { useAssignment, useReviewers } from "./queries";
import { describeAssignment } from "./describe-assignment";

interface AssignDialogProps {
  userIds: string[];
  title: string;
  onClose: () => void;
  onDone?: () => void;
}

/** Gives cases to another reviewer, with a note for them. */
export function AssignDialog({ userIds, title, onClose, onDone }: AssignDialogProps) {
  const { user } = useSession();
  const reviewers = useReviewers(true);
  const assignment = useAssignment();
  const [reviewerId, setReviewerId] = useState("");
  const [note, setNote] = useState("");
  const [touched, setTouched] = useState(false);
  const others = (reviewers.data ?? []).filter(({ _id }) => _id !== user?._id);
  const send = () => {
    setTouched(true);
    if (!reviewerId) return document.querySelector<HTMLElement>("[data-reviewer]")?.focus();
    assignment.mutate(
      { userIds, reviewerId, note },
      {
        onSuccess: (result) => {
          const name = others.find(({ _id }) => _id === reviewerId)?.name ?? "";
          const { text, isComplete } = describeAssignment(result, `assigned to ${name}`);
          (isComplete ? toast.success : toast.warning)(text);
          onDone?.();
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title={title}
      description="They get an email. Your note is internal: the applicant never sees it."
      confirmLabel="Assign"
      busyLabel="Assigning..."
      busy={assignment.isPending}
      error={assignment.error?.message ?? reviewers.error?.message}
      onConfirm={send}
    >
      <div className="grid gap-4 pb-1">
        <Field label="Reviewer" error={touched && !reviewerId ? "Choose a reviewer" : undefined}>
          {(control) => (
            <Select
              {...control}
              data-reviewer=""
              value={reviewerId}
              onChange={(event) => setReviewerId(event.target.value)}
            >
              <option value="" disabled>
                {reviewers.isPending ? "Loading..." : "Choose a reviewer"}
              </option>
              {others.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Note" optional>
          {(control) => (
            <Textarea
              {...control}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </ConfirmDialog>
  );
}
