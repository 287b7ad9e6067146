"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import type * as z from "zod";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { NoteField, SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call, toApiError } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { riskLabels, riskOverrideSchema } from "@/lib/risk/schema";
import type { RiskLevel } from "@/lib/roles";
import { reviewQuery } from "../queries";

interface OverrideDialogProps {
  userId: string;
  level: RiskLevel;
  onClose: () => void;
}

/** Asks for another level and why. A second administrator must confirm it. */
export function OverrideDialog({ userId, level, onClose }: OverrideDialogProps) {
  const client = useQueryClient();
  const form = useForm<z.input<typeof riskOverrideSchema>, unknown, z.output<typeof riskOverrideSchema>>({
    resolver: zodResolver(riskOverrideSchema),
    defaultValues: { level: "" as RiskLevel, note: "" },
  });
  const options = Object.fromEntries(Object.entries(riskLabels).filter(([each]) => each !== level));
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        try {
          await call(review.proposeRiskOverride, { params: { userId }, body });
        } catch (thrown) {
          const error = toApiError(thrown);
          if (!awaitsConfirmation(error)) throw error;
          toast.info(WAITING, { description: error.message });
          void client.invalidateQueries({ queryKey: reviewQuery(userId).queryKey });
          onClose();
        }
      }}
      onClose={onClose}
      title="Change the rating"
      description={`The present rating is ${riskLabels[level].toLowerCase()}. The day of the next review changes with it. A second administrator must confirm this.`}
      submitLabel="Ask for it"
      busyLabel="Sending..."
    >
      <SelectField name="level" label="New rating" placeholder="Choose a level" options={options} />
      <NoteField label="Why?" />
    </FormDialog>
  );
}
