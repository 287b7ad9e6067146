"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { NoteField, RadioField, SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import {
  manualCheckSchema,
  outcomeLabels,
  sources,
  type IdentityOutcome,
  type IdentityTargetDto,
  type ManualCheckInput,
} from "@/lib/review/identity-checks/schema";
import { useReviewMutation } from "../queries";

const descriptions: Record<IdentityOutcome, string> = {
  matches: "The number belongs to the person or company on the form",
  differs: "It belongs to another person, or a date differs",
  not_found: "The source has no record of the number",
};
const options = (Object.keys(descriptions) as IdentityOutcome[]).map((value) => ({
  value,
  label: outcomeLabels[value],
  description: descriptions[value],
}));

/** Records a reviewer's manual comparison and its source (product 10.26). */
export function ManualCheckDialog({
  userId,
  target: { kind, ordinal, label },
  onClose,
}: {
  userId: string;
  target: IdentityTargetDto;
  onClose: () => void;
}) {
  const save = useReviewMutation(userId, (body: ManualCheckInput) =>
    call(review.recordManualCheck, { params: { userId }, body }),
  );
  const form = useForm({
    resolver: zodResolver(manualCheckSchema),
    defaultValues: { kind, ordinal, note: "" },
  });
  const source = useWatch({ control: form.control, name: "source" });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await save.mutateAsync(body);
        toast.success("Comparison saved");
        onClose();
      }}
      onClose={onClose}
      title={`Record a comparison: ${label}`}
      description="Say where you compared the number and what you found. It does not approve or reject anyone."
      submitLabel="Save comparison"
      busyLabel="Saving..."
    >
      <SelectField name="source" label="Where did you compare it?" placeholder="Choose" options={sources} />
      <RadioField name="outcome" label="What did you find?" options={options} />
      <NoteField optional={source !== "other"} help="For reviewers only. Leave out the number itself." />
    </FormDialog>
  );
}
