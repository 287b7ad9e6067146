"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { RadioCards } from "@/components/ui/choice";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/input";
import {
  manualCheckSchema,
  outcomeLabels,
  sources,
  type IdentityOutcome,
  type IdentityTargetDto,
  type Source,
} from "@/lib/review/identity-checks/schema";
import { NoteField } from "./note-field";
import { useManualCheck } from "./queries";

const descriptions: Record<IdentityOutcome, string> = {
  matches: "The number belongs to whom the applicant says",
  differs: "It belongs to another person, or a date differs",
  not_found: "The source does not know the number",
};
const options = (Object.keys(descriptions) as IdentityOutcome[]).map((value) => ({
  value,
  label: outcomeLabels[value],
  description: descriptions[value],
}));

/** Records what the reviewer compared, and where (product 10.26). */
export function ManualCheckDialog({
  userId,
  target: { kind, ordinal, label },
  onClose,
}: {
  userId: string;
  target: IdentityTargetDto;
  onClose: () => void;
}) {
  const save = useManualCheck(userId);
  const [source, setSource] = useState<Source | "">("");
  const [outcome, setOutcome] = useState<IdentityOutcome | "">("");
  const [note, setNote] = useState("");
  const [touched, setTouched] = useState(false);
  const checked = manualCheckSchema.safeParse({ kind, ordinal, source, outcome, note });
  const errorAt = (path: string) =>
    touched ? checked.error?.issues.find((issue) => issue.path[0] === path)?.message : undefined;
  const send = () => {
    setTouched(true);
    if (!checked.success || save.isPending) return;
    save.mutate(checked.data, {
      onSuccess: () => {
        toast.success("Comparison saved");
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title={`Record a comparison: ${label}`}
      description="Say where you compared the number and what you found. It does not approve or reject anyone."
      confirmLabel="Save comparison"
      busyLabel="Saving..."
      busy={save.isPending}
      error={save.error?.message ?? null}
      onConfirm={send}
    >
      <div className="grid gap-4 pb-1">
        <Field label="Where did you compare it?" error={errorAt("source")}>
          {(control) => (
            <Select {...control} value={source} onChange={(event) => setSource(event.target.value as Source)}>
              <option value="">Choose</option>
              {Object.entries(sources).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="What did you find?" group error={errorAt("outcome")}>
          {(control) => (
            <RadioCards
              {...control}
              name="outcome"
              value={outcome}
              options={options}
              onChange={(value) => setOutcome(value as IdentityOutcome)}
              onBlur={() => undefined}
            />
          )}
        </Field>
        <NoteField
          optional={source !== "other"}
          help="For reviewers, without the number itself."
          error={errorAt("note")}
          value={note}
          readOnly={save.isPending}
          onChange={setNote}
        />
      </div>
    </ConfirmDialog>
  );
}
