"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { RadioCards } from "@/components/ui/choice";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/input";
import { reasonLabels } from "@/lib/review/screening/labels";
import { hitDecisionSchema, type HitVerdict, type ScreeningHitDto } from "@/lib/review/screening/schema";
import { NoteField } from "./note-field";
import { useHitDecision } from "./screening-queries";

const verdicts = [
  { value: "cleared", label: "Clear", description: "Another person or company" },
  { value: "confirmed", label: "Confirm", description: "The person or company on the list" },
];

interface HitDialogProps {
  userId: string;
  hit: ScreeningHitDto;
  onClose: () => void;
}

/** Asks whether an entry of a list is the person or company of the case, and why (product 10.27). */
export function HitDialog({ userId, hit, onClose }: HitDialogProps) {
  const decide = useHitDecision(userId);
  const [verdict, setVerdict] = useState<HitVerdict | "">(hit.state === "open" ? "" : hit.state);
  const [reason, setReason] = useState(hit.reason ?? "");
  const [note, setNote] = useState(hit.note ?? "");
  const [touched, setTouched] = useState(false);
  const body = { hitId: hit._id, verdict: verdict as HitVerdict, reason, note, basis: hit.basis };
  const checked = hitDecisionSchema.safeParse(body);
  const errorOf = (field: string) =>
    touched ? checked.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const send = () => {
    setTouched(true);
    if (!checked.success || decide.isPending) return;
    decide.mutate(body, {
      onSuccess: () => {
        toast.success("Decision saved");
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title={`Is ${hit.name} ${hit.entryName}?`}
      description="You are asked again only if the entry or the name changes. A confirmed hit flags the case; it does not reject it."
      confirmLabel="Save decision"
      busyLabel="Saving..."
      busy={decide.isPending}
      error={decide.error?.message ?? null}
      onConfirm={send}
    >
      <div className="grid gap-4 pb-1">
        <Field label="Decision" group error={errorOf("verdict")}>
          {(control) => (
            <RadioCards
              {...control}
              name="verdict"
              value={verdict}
              options={verdicts}
              onChange={(value) => {
                setVerdict(value as HitVerdict);
                setReason("");
              }}
              onBlur={() => undefined}
            />
          )}
        </Field>
        {verdict && (
          <Field label="Reason" error={errorOf("reason")}>
            {(control) => (
              <Select {...control} value={reason} onChange={(event) => setReason(event.target.value)}>
                <option value="">Choose a reason</option>
                {Object.entries(reasonLabels[verdict]).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <NoteField
          optional={reason !== "other"}
          help="For reviewers. It is deleted with the account."
          error={errorOf("note")}
          value={note}
          readOnly={decide.isPending}
          onChange={setNote}
        />
      </div>
    </ConfirmDialog>
  );
}
