"use client";

import { useState } from "react";
import { useOwnPassword } from "@/components/account/use-own-password";
import { FormDialog } from "@/components/forms/form-dialog";
import { call, toApiError } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";

interface StepUpDialogProps {
  email: string;
  onProved: () => void;
  onClose: () => void;
}

/** The password and, with two-step login, the code after it. */
export function StepUpDialog({ email, onProved, onClose }: StepUpDialogProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const proof = useOwnPassword(
    email,
    async (body) => {
      try {
        await call(auth.stepUp, { body });
        onProved();
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error.code !== "TWO_STEP_REQUIRED") throw error;
        setNeedsCode(true);
      }
    },
    { needsCode },
  );
  return (
    <FormDialog
      {...proof}
      title="Confirm it's you"
      description="You logged in a while ago. For this we check again who you are."
      submitLabel="Continue"
      busyLabel="Checking..."
      onClose={onClose}
    />
  );
}
