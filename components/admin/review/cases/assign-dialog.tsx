"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { NoteField, SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import { assignSchema, MAX_CASE_NOTE } from "@/lib/review/cases/schema";
import { describeAssignment } from "./describe-assignment";
import { useAssignment, useReviewers } from "./queries";

interface AssignDialogProps {
  userIds: string[];
  title: string;
  submitLabel?: string;
  onClose: () => void;
  onDone?: () => void;
}

/** Assigns cases to another reviewer, with a note for them. */
export function AssignDialog({ userIds, title, submitLabel = "Assign", onClose, onDone }: AssignDialogProps) {
  const { user } = useSession();
  const reviewers = useReviewers(true);
  const assignment = useAssignment();
  const form = useForm({ resolver: zodResolver(assignSchema), defaultValues: { userIds, note: "" } });
  const others = (reviewers.data ?? []).filter(({ _id }) => _id !== user?._id);
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        const result = await assignment.mutateAsync(body);
        const name = others.find(({ _id }) => _id === body.reviewerId)?.name ?? "";
        const { text, isComplete } = describeAssignment(result, `assigned to ${isolate(name)}`);
        (isComplete ? toast.success : toast.warning)(text);
        onDone?.();
        onClose();
      }}
      onClose={onClose}
      title={title}
      description="We'll email them. Your note is internal: the applicant never sees it."
      submitLabel={submitLabel}
      busyLabel="Assigning..."
    >
      {reviewers.isError && (
        <Notice tone="danger" role="alert">
          {reviewers.error.message}
        </Notice>
      )}
      <SelectField
        name="reviewerId"
        label="Reviewer"
        placeholder={reviewers.isPending ? "Loading..." : "Choose a reviewer"}
        options={Object.fromEntries(others.map(({ _id, name }) => [_id, name]))}
      />
      <NoteField optional maxLength={MAX_CASE_NOTE} />
    </FormDialog>
  );
}
