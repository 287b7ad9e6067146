"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { displayName } from "@/components/admin/labels";
import { ActionDialog } from "@/components/forms/action-dialog";
import { NoteField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call, toApiError } from "@/lib/contract/client";
import { dueDiligence } from "@/lib/due-diligence/api";
import type { DueDiligenceFormDto } from "@/lib/due-diligence/dto";
import { lines } from "@/lib/forms/atoms";

interface DecisionDialogProps {
  form: DueDiligenceFormDto;
  onClose: () => void;
  /** Loads the form again, also after a failure: somebody else may have decided. */
  onDecided: () => Promise<void>;
}

/** Asks before an approval, with the findings that it sets aside. */
export function ApproveDialog({ form, onClose, onDecided }: DecisionDialogProps) {
  const { _id: id, findings, user } = form;
  const send = async () => {
    const body = {
      verdict: "approved",
      expectedState: "sent",
      seen: findings.map(({ key }) => key),
    } as const;
    try {
      await call(dueDiligence.decideDueDiligence, { params: { id }, body });
      toast.success(`${displayName(user)} approved`);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!awaitsConfirmation(error)) {
        await onDecided();
        throw error;
      }
      toast.info(WAITING, { description: error.message });
    }
    await onDecided();
    onClose();
  };
  const needsSecondPerson = findings.some((finding) => finding.needsSecondPerson);
  return (
    <ActionDialog
      onClose={onClose}
      title={`Approve the form of ${displayName(user)}?`}
      description={
        needsSecondPerson
          ? "A super administrator must confirm it. Until then, nothing changes."
          : "The customer can then invest. They receive an email."
      }
      confirmLabel={needsSecondPerson ? "Ask for it" : "Approve"}
      busyLabel="Sending..."
      cautious={findings.length > 0}
      send={send}
    >
      {findings.length > 0 && (
        <ul className="grid list-disc gap-2 pl-5 text-[0.9375rem] leading-6">
          {findings.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
    </ActionDialog>
  );
}

const reasonSchema = z.object({
  reason: lines(3, "Minimum 3 characters.", 1000, "Maximum 1000 characters."),
});

/** Asks what the customer has to change. */
export function ReturnDialog({ form: { _id: id, state, user }, onClose, onDecided }: DecisionDialogProps) {
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: "" } });
  return (
    <FormDialog
      form={form}
      send={async ({ reason }) => {
        const expectedState = state === "approved" ? ("approved" as const) : ("sent" as const);
        const body = { verdict: "changes_requested" as const, reason, expectedState, seen: [] };
        try {
          await call(dueDiligence.decideDueDiligence, { params: { id }, body });
        } finally {
          await onDecided();
        }
        toast.success("Changes asked");
        onClose();
      }}
      onClose={onClose}
      title={`Ask ${displayName(user)} for changes`}
      description={
        state === "approved"
          ? "The customer reads this text, and cannot invest again until the changed form is approved."
          : "The customer reads this text, and can change and send the form again."
      }
      submitLabel="Ask for changes"
      busyLabel="Sending..."
    >
      <NoteField name="reason" label="What must be changed?" maxLength={1000} />
    </FormDialog>
  );
}
