"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { isolate } from "@/lib/bidi";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { stopPayoutsSchema } from "@/lib/payouts/schema";

interface StopDialogProps {
  investor: { _id: string; name: string };
  onClose: () => void;
  onStopped: () => void;
}

/** Stops payouts to an investor (product 10.34). */
export function StopDialog({ investor, onClose, onStopped }: StopDialogProps) {
  const form = useForm({ resolver: zodResolver(stopPayoutsSchema), defaultValues: { note: "" } });
  return (
    <FormDialog
      form={form}
      title={`Stop payouts to ${isolate(investor.name)}?`}
      description="Nothing will be proposed, released or sent to the bank for this investor until the stop is lifted, which takes a second administrator. The investor is not notified. Payment files that were already downloaded are not affected: call the bank to stop those transfers."
      submitLabel="Stop payouts"
      submitVariant="danger"
      busyLabel="Stopping..."
      onClose={onClose}
      send={async (body) => {
        await call(payouts.stopPayouts, { params: { userId: investor._id }, body });
        toast.success("Payouts stopped");
        onStopped();
      }}
    >
      <TextField name="note" label="Note" rule="Explain why, for later audits." maxLength={500} />
    </FormDialog>
  );
}
