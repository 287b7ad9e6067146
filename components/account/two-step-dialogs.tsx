"use client";

import { useState } from "react";
import { toast } from "sonner";
import { FormDialog } from "@/components/forms/form-dialog";
import { disableTwoStepAction, renewRecoveryCodesAction } from "@/lib/http/account-actions";
import { recoveryCodesStep } from "./recovery-codes";
import { useAction } from "./use-action";
import { useOwnPassword } from "./use-own-password";

export interface TwoStepDialogProps {
  email: string;
  onClose: () => void;
}

export function TwoStepOff({ email, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const proof = useOwnPassword(
    email,
    async (given) => {
      await run(() => disableTwoStepAction(given));
      toast.success("Two-step login is off");
      onClose();
    },
    { needsCode: true },
  );
  return (
    <FormDialog
      {...proof}
      title="Turn off two-step login?"
      description="You will log in with your password alone, and your recovery codes will stop working."
      submitLabel="Turn off"
      submitVariant="danger"
      cancelLabel="Keep it on"
      onClose={onClose}
    />
  );
}

export function TwoStepRenew({ email, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const [codes, setCodes] = useState<string[] | null>(null);
  const proof = useOwnPassword(
    email,
    async (given) => setCodes(await run(() => renewRecoveryCodesAction(given))),
    { needsCode: true },
  );
  return (
    <FormDialog
      {...proof}
      title="Get new recovery codes?"
      description="You will get 10 new codes. Your current codes will stop working immediately."
      submitLabel="Get new codes"
      onClose={onClose}
      result={codes && recoveryCodesStep(email, codes, onClose)}
    />
  );
}
