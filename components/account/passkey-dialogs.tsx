"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { createPasskey, supportsPasskeys } from "@/components/auth/passkey";
import { FormDialog } from "@/components/forms/form-dialog";
import { Dialog } from "@/components/ui/dialog";
import { isolate } from "@/lib/bidi";
import type { PasskeyDto } from "@/lib/account/dto";
import { toApiError } from "@/lib/contract/client";
import { addPasskeyAction, beginPasskeyAction, removePasskeyAction } from "@/lib/http/account-actions";
import { recoveryCodesStep } from "./recovery-codes";
import { proofOptions, type TwoStepDialogProps } from "./two-step-proof";
import { useAction } from "./use-action";
import { useIdentityProof } from "./use-identity-proof";

const title = "Add a passkey";

/** Asks for a proof of identity, then for the passkey, then shows the recovery codes if the passkey is the first factor. */
export function AddPasskey({ email, state, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const [options, setOptions] = useState<Parameters<typeof createPasskey>[0] | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const proof = useIdentityProof(
    email,
    async (given) => setOptions(await run(beginPasskeyAction, given)),
    proofOptions(state),
  );
  const form = useForm();
  const create = async () => {
    const passkey = await createPasskey(options!);
    const given = await run(addPasskeyAction, { passkey }).catch((thrown: unknown) => {
      const error = toApiError(thrown);
      // The challenge of a rejected passkey is used up: another challenge requires another proof of identity.
      if (error.code !== "INVALID_PASSKEY") throw error;
      setOptions(null);
      proof.form.setError("root", { message: error.message });
      return null;
    });
    if (!given) return;
    toast.success(given.length > 0 ? "Two-step login is on" : "Passkey added");
    if (given.length > 0) setCodes(given);
    else onClose();
  };

  if (!supportsPasskeys())
    return (
      <Dialog
        title={title}
        description="This browser can't use passkeys. Try another browser, or set up an authenticator app."
        onClose={onClose}
      />
    );
  // Both steps render FormDialog at the same position, so that the dialog stays open.
  return options ? (
    <FormDialog
      form={form}
      send={create}
      title={title}
      description={`Your browser now asks where to keep the passkey: on this device, in your password manager, on your phone or on a security key.${
        state.since ? "" : " When it is added, we log you out on your other devices."
      }`}
      submitLabel="Create passkey"
      busyLabel="Waiting for your browser..."
      onClose={onClose}
      result={codes && recoveryCodesStep(email, codes, onClose)}
    >
      {null}
    </FormDialog>
  ) : (
    <FormDialog
      {...proof}
      title={title}
      description="First confirm that it's you. Then your browser creates the passkey."
      submitLabel="Continue"
      onClose={onClose}
    />
  );
}

/** Asks for a proof of identity and removes a passkey. */
export function RemovePasskey({
  email,
  state,
  passkey,
  onClose,
}: TwoStepDialogProps & { passkey: PasskeyDto }) {
  const run = useAction();
  const isLast = !state.hasApp && state.passkeys.length === 1;
  const proof = useIdentityProof(
    email,
    async (given) => {
      await run(removePasskeyAction, { passkeyId: passkey._id, proof: given });
      toast.success(isLast ? "Two-step login is off" : "Passkey removed");
      onClose();
    },
    proofOptions(state),
  );
  return (
    <FormDialog
      {...proof}
      title="Remove this passkey?"
      description={
        isLast
          ? `${isolate(passkey.name)} is your only passkey. Without it two-step login is off: you will log in with your password alone, and your recovery codes will stop working.`
          : `You will no longer be able to log in with ${isolate(passkey.name)}. Delete it in your browser or password manager, too.`
      }
      submitLabel="Remove"
      submitVariant="danger"
      cancelLabel="Keep it"
      onClose={onClose}
    />
  );
}
