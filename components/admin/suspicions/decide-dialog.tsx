"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type * as z from "zod";
import { NoteField, RadioField, SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { FormFields } from "@/components/forms/form-fields";
import { call } from "@/lib/contract/client";
import { suspicions } from "@/lib/suspicions/api";
import {
  filings,
  suspicionDecisionSchema,
  type SuspicionDecision,
  type SuspicionDto,
} from "@/lib/suspicions/schema";

type Input = z.input<typeof suspicionDecisionSchema>;

const outcomes = [
  { value: "filed", label: "File it", description: "Reported to the Nigerian Financial Intelligence Unit." },
  { value: "dismissed", label: "Dismiss it", description: "There is an explanation. Nothing is filed." },
];

const fields = {
  reference: { label: "Reference there", input: { kind: "text" } },
  filedOn: { label: "Filed on", input: { kind: "date" } },
} as const;

interface DecideDialogProps {
  suspicion: SuspicionDto;
  onDecided: () => void;
  onClose: () => void;
}

/** Asks what was filed about a report, or why nothing is. */
export function DecideDialog({ suspicion, onDecided, onClose }: DecideDialogProps) {
  const form = useForm<Input, unknown, SuspicionDecision>({
    resolver: zodResolver(suspicionDecisionSchema),
    defaultValues: { outcome: "" as "filed", filing: "" as "str", reference: "", filedOn: "", note: "" },
  });
  const outcome = useWatch({ control: form.control, name: "outcome" });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await call(suspicions.decideSuspicion, { params: { id: suspicion._id }, body });
        onDecided();
      }}
      otherwise="note"
      onClose={onClose}
      title="Decide on the report"
      description={<span className="break-words">{suspicion.subject}</span>}
      submitLabel="Save the decision"
      busyLabel="Saving..."
    >
      <div className="grid gap-4">
        <p className="text-[0.9375rem] break-words whitespace-pre-line">{suspicion.report}</p>
        <RadioField name="outcome" label="Decision" options={outcomes} />
        {outcome === "filed" && (
          <>
            <SelectField name="filing" label="What was filed" placeholder="Choose" options={filings} />
            <div className="grid gap-4 sm:grid-cols-2">
              <FormFields fields={fields} />
            </div>
          </>
        )}
        <NoteField label="Why?" maxLength={2000} />
      </div>
    </FormDialog>
  );
}
