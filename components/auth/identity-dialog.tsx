"use client";

import { useEffect, useState } from "react";
import { useIdentityProof, type GivenProof } from "@/components/account/use-identity-proof";
import { FormDialog } from "@/components/forms/form-dialog";
import { toApiError } from "@/lib/contract/client";
import type { PasskeyRequest, SecondStepDto } from "@/lib/users/passkey-schema";
import { parseSecondStep } from "./second-step-answer";

interface IdentityDialogProps {
  email: string;
  title: string;
  description: string;
  submitLabel: string;
  /** The second step, if known before the password is given; a passkey in it is then offered instead of the password. */
  secondStep?: SecondStepDto | null;
  /** Sends the proof; throws TWO_STEP_REQUIRED if the second step is missing. */
  prove: (proof: GivenProof) => Promise<void>;
  /** Gets another challenge for the passkeys; `password` is the typed text. */
  renewRequest: (password: string) => Promise<PasskeyRequest | null>;
  onClose: () => void;
}

/** Asks for a passkey, or for the password and then, with two-step login, the second step, without leaving the page. */
export function IdentityDialog({ email, secondStep, prove, renewRequest, ...dialog }: IdentityDialogProps) {
  const [required, setRequired] = useState<SecondStepDto | null>(null);
  const known = required ?? secondStep;
  const hasApp = known?.methods.includes("app") ?? true;
  const form = useIdentityProof(
    email,
    async (proof) => {
      try {
        await prove(proof);
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error.code !== "TWO_STEP_REQUIRED") throw error;
        setRequired(parseSecondStep(error));
      }
    },
    {
      needsCode: required !== null,
      hasApp,
      passkey: known?.passkey && {
        request: known.passkey,
        renew: () => renewRequest(form.form.getValues("password")),
      },
    },
  );
  const { setValue } = form.form;
  // Only now is it known whether the user has an app.
  useEffect(() => setValue("recovery", !hasApp), [hasApp, setValue]);
  return <FormDialog {...form} {...dialog} busyLabel="Checking..." />;
}
