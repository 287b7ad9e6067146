"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { adminKeys } from "@/components/admin/keys";
import { displayName } from "@/components/admin/labels";
import type { UserDialogProps } from "@/components/admin/row-menu";
import { SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { administration } from "@/lib/administration/api";
import { isolate } from "@/lib/bidi";
import { call, toApiError } from "@/lib/contract/client";
import { dutyLabels } from "@/lib/duty-labels";
import { describeDuty } from "@/lib/right-labels";
import { changeDutySchema } from "@/lib/users/admin-schema";

/** Shows an administrator's duty, and changes it (product 10.40). */
export function ChangeDuty({ user, onClose }: UserDialogProps) {
  const client = useQueryClient();
  const { duty: present = "administrator" } = user;
  const form = useForm({ resolver: zodResolver(changeDutySchema), defaultValues: { duty: present } });
  const duty = useWatch({ control: form.control, name: "duty" });
  const name = displayName(user);
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        try {
          await call(administration.changeDuty, { params: { userId: user._id }, body });
          toast.success(`The duty of ${isolate(name)} is now ${dutyLabels[body.duty]}`);
        } catch (thrown) {
          const error = toApiError(thrown);
          if (!awaitsConfirmation(error)) throw error;
          toast.info(WAITING, { description: error.message });
        }
        void client.invalidateQueries({ queryKey: adminKeys.users });
        onClose();
      }}
      onClose={onClose}
      title={`Duty of ${name}`}
      description={`The duty determines what an administrator can see and do. ${isolate(name)} has the duty ${dutyLabels[present]}. A new one applies immediately, and we email them.`}
      submitLabel="Change duty"
      busyLabel="Saving..."
    >
      <SelectField name="duty" label="New duty" options={dutyLabels} />
      <p role="status" className="text-sm text-muted">
        {describeDuty(duty)}
      </p>
    </FormDialog>
  );
}
