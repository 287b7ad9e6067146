"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { NoteField, RadioField, ReasonField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { isolate } from "@/lib/bidi";
import { describeBirths, reasonLabels, sourceLabels } from "@/lib/review/screening/labels";
import {
  hitDecisionSchema,
  isReasonFor,
  type HitVerdict,
  type ScreeningHitDto,
} from "@/lib/review/screening/schema";
import { useHitDecision } from "./use-hit-decision";

const verdicts = [
  { value: "cleared", label: "Clear", description: "Another person or company" },
  { value: "confirmed", label: "Confirm", description: "The person or company on the list" },
];

/** Returns the reasons that can be given for a hit. */
const reasonsFor = (hit: ScreeningHitDto, verdict: HitVerdict): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reasonLabels[verdict]).filter(([reason]) => isReasonFor(reason, hit.birth)),
  );

interface HitDialogProps {
  userId: string;
  hit: ScreeningHitDto;
  onClose: () => void;
}

/** Asks whether a list entry is the person or company of the case, and why (product 10.27). */
export function HitDialog({ userId, hit, onClose }: HitDialogProps) {
  const decide = useHitDecision(userId);
  const form = useForm({
    resolver: zodResolver(hitDecisionSchema),
    defaultValues: {
      hitId: hit._id,
      basis: hit.basis,
      verdict: hit.state === "open" ? undefined : hit.state,
      reason: hit.reason ?? "",
      note: hit.note ?? "",
    },
  });
  const [verdict, reason] = useWatch({ control: form.control, name: ["verdict", "reason"] });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await decide.mutateAsync(body);
        toast.success("Decision saved");
        onClose();
      }}
      onClose={onClose}
      title={`Is ${isolate(hit.name)} the one on the list?`}
      description={`The entry is ${isolate(hit.entryName)}, ${sourceLabels[hit.source]}. ${describeBirths(hit)} We'll ask again only if the entry or the name changes. A confirmed hit flags the case; it does not reject it.`}
      submitLabel="Save decision"
      busyLabel="Saving..."
    >
      <RadioField
        name="verdict"
        label="Decision"
        options={verdicts}
        onChosen={() => form.setValue("reason", "")}
      />
      {verdict && <ReasonField options={reasonsFor(hit, verdict)} />}
      <NoteField optional={reason !== "other"} help="For reviewers only. Deleted with the account." />
    </FormDialog>
  );
}
