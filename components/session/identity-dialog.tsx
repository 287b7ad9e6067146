"use client";

import { useState } from "react";
import { useOwnPassword } from "@/components/account/use-own-password";
import { FormDialog } from "@/components/forms/form-dialog";
import { toApiError } from "@/lib/contract/client";

interface IdentityDialogProps {
  email: string;
  title: string;
  description: string;
  submitLabel: string;
  /** Sends the password and, with two-step login, a code; throws TWO_STEP_REQUIRED if that is missing. */
  prove: (proof: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password and, with two-step login, for the code after it, without leaving the page. */
export function IdentityDialog({ email, prove, ...dialog }: IdentityDialogProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useOwnPassword(
    email,
    async (proof) => {
      try {
        await prove(proof);
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error.code !== "TWO_STEP_REQUIRED") throw error;
        setNeedsCode(true);
      }
    },
    { needsCode },
  );
  return <FormDialog {...form} {...dialog} busyLabel="Checking..." />;
}
