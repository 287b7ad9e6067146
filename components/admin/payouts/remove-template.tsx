"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import type { UploadTemplateDto } from "@/lib/payouts/upload-template-schema";

interface RemoveTemplateProps {
  template: UploadTemplateDto;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before an upload template is removed. */
export const RemoveTemplate = ({ template: { _id: id, name }, onClose, onRemoved }: RemoveTemplateProps) => (
  <ActionDialog
    title={`Remove ${name}?`}
    description="Payment files can no longer be downloaded in this format. Earlier files stay as they are."
    confirmLabel="Remove template"
    busyLabel="Removing..."
    cautious
    onClose={onClose}
    send={async () => {
      const { message } = await call(payouts.removeUploadTemplate, { params: { id } });
      toast.success(message);
      onRemoved();
    }}
  />
);
