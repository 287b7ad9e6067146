"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { RadioCards } from "@/components/ui/choice";
import { ConfirmDialog } from "@/components/ui/dialog";
import { verdictLabels } from "@/lib/review/duplicate-schema";
import type { DuplicateDecisionDto, ErasedMatchDto } from "@/lib/users/dto";
import { linkKey, type DuplicateVerdict } from "@/lib/verification/identity-links";
import { NoteField } from "./note-field";
import { useDuplicateDecision } from "./queries";

/** The other side of a decision, and what the reviewer sees of it. */
export interface DuplicatePair {
  other: { otherId: string } | { recordId: string };
  name: string;
  links: ErasedMatchDto["links"];
  decision: DuplicateDecisionDto | null;
}

const descriptions: Record<DuplicateVerdict, string> = {
  same_person: "One person with two accounts",
  household: "Family or colleagues who share this",
  coincidence: "Nothing to do with each other",
};
const options = (Object.keys(descriptions) as DuplicateVerdict[]).map((value) => ({
  value,
  label: verdictLabels[value],
  description: descriptions[value],
}));

/** Asks what two users, or a user and erased data, are to each other (product 10.20). */
export function DuplicateDialog({
  userId,
  pair,
  onClose,
}: {
  userId: string;
  pair: DuplicatePair;
  onClose: () => void;
}) {
  const decide = useDuplicateDecision(userId);
  const [verdict, setVerdict] = useState<DuplicateVerdict | "">(pair.decision?.verdict ?? "");
  const [note, setNote] = useState(pair.decision?.note ?? "");
  const [touched, setTouched] = useState(false);
  const send = () => {
    setTouched(true);
    if (!verdict || decide.isPending) return;
    decide.mutate(
      { ...pair.other, verdict, note, seen: [...new Set(pair.links.map(linkKey))] },
      {
        onSuccess: () => {
          toast.success("Decision saved");
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title={`Decide about ${pair.name}`}
      description="You are asked again only if something else becomes the same. The decision does not approve or reject anyone."
      confirmLabel="Save decision"
      busyLabel="Saving..."
      busy={decide.isPending}
      error={decide.error?.message ?? null}
      onConfirm={send}
    >
      <div className="grid gap-4 pb-1">
        <Field label="What is it?" group error={touched && !verdict ? "Choose what it is" : undefined}>
          {(control) => (
            <RadioCards
              {...control}
              name="verdict"
              value={verdict}
              options={options}
              onChange={(value) => setVerdict(value as DuplicateVerdict)}
              onBlur={() => undefined}
            />
          )}
        </Field>
        <NoteField
          optional
          help="For reviewers. It is deleted with either account."
          value={note}
          readOnly={decide.isPending}
          onChange={setNote}
        />
      </div>
    </ConfirmDialog>
  );
}
