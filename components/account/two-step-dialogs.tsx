"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { CodeField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { linkClass } from "@/components/ui/link";
import type { PasskeyDto, TwoStepSetup } from "@/lib/account/dto";
import {
  beginTwoStepAction,
  disableTwoStepAction,
  enableTwoStepAction,
  removeAppAction,
  renewRecoveryCodesAction,
} from "@/lib/http/account-actions";
import { codeSchema } from "@/lib/users/schema";
import { AddPasskey, RemovePasskey } from "./passkey-dialogs";
import { recoveryCodesStep } from "./recovery-codes";
import { proofOptions, type TwoStepDialogProps } from "./two-step-proof";
import { useAction } from "./use-action";
import { useIdentityProof } from "./use-identity-proof";

function TwoStepOff({ email, state, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const proof = useIdentityProof(
    email,
    async (given) => {
      await run(disableTwoStepAction, given);
      toast.success("Two-step login is off");
      onClose();
    },
    proofOptions(state),
  );
  return (
    <FormDialog
      {...proof}
      title="Turn off two-step login?"
      description={`You will log in with your password alone, and your ${state.passkeys.length > 0 ? "passkeys and " : ""}recovery codes will stop working.`}
      submitLabel="Turn off"
      submitVariant="danger"
      cancelLabel="Keep it on"
      onClose={onClose}
    />
  );
}

function RemoveApp({ email, state, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const proof = useIdentityProof(
    email,
    async (given) => {
      await run(removeAppAction, given);
      toast.success("Authenticator app removed");
      onClose();
    },
    proofOptions(state),
  );
  return (
    <FormDialog
      {...proof}
      title="Remove the authenticator app?"
      description="Its codes will stop working. You will log in with your password and a passkey."
      submitLabel="Remove"
      submitVariant="danger"
      cancelLabel="Keep it"
      onClose={onClose}
    />
  );
}

function TwoStepRenew({ email, state, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const [codes, setCodes] = useState<string[] | null>(null);
  const proof = useIdentityProof(
    email,
    async (given) => setCodes(await run(renewRecoveryCodesAction, given)),
    proofOptions(state),
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

const resolver = zodResolver(codeSchema);

/** Asks for a proof of identity, then for the app and its first code, then shows the recovery codes if the app is the first factor. */
function AppSetup({ email, state, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const [setup, setSetup] = useState<TwoStepSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isFirst = state.since === null;
  const title = isFirst ? "Set up two-step login" : "Add an authenticator app";
  const proof = useIdentityProof(
    email,
    async (given) => setSetup(await run(beginTwoStepAction, given)),
    proofOptions(state),
  );
  const form = useForm({ resolver, defaultValues: { code: "" } });

  // Both steps render FormDialog at the same position, so that the dialog stays open.
  return setup ? (
    <FormDialog
      form={form}
      send={async (values) => {
        const given = await run(enableTwoStepAction, values);
        toast.success(isFirst ? "Two-step login is on" : "Authenticator app added");
        if (given.length > 0) setCodes(given);
        else onClose();
      }}
      otherwise="code"
      title={title}
      description={isFirst && "When you turn it on, we log you out on your other devices."}
      submitLabel={isFirst ? "Turn on" : "Add"}
      onClose={onClose}
      result={codes && recoveryCodesStep(email, codes, onClose)}
    >
      <AppKey setup={setup} />
      <CodeField label="2. Enter the 6-digit code from the app" />
    </FormDialog>
  ) : (
    <FormDialog
      {...proof}
      title={title}
      description="You need a free authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 2FAS."
      submitLabel="Continue"
      onClose={onClose}
    />
  );
}

const darkSquares = (row: string, y: number): string[] =>
  [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);

/** Shows the app's secret as a QR code, a link and a key. */
function AppKey({ setup: { secret, uri, picture } }: { setup: TwoStepSetup }) {
  const start = useRef<HTMLDivElement>(null);
  // The focused password field was removed.
  useEffect(() => start.current?.focus(), []);
  return (
    <div
      ref={start}
      tabIndex={-1}
      className="grid justify-items-center gap-x-6 gap-y-4 text-[0.9375rem] leading-6 outline-none sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:justify-items-start"
    >
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${picture.length} ${picture.length}`}
        shapeRendering="crispEdges"
        // The QR code is dark on white in both themes, as scanners expect.
        className="size-48 rounded-card border border-line bg-white text-black"
      >
        <path d={picture.flatMap(darkSquares).join("")} fill="currentColor" />
      </svg>
      <div>
        <p className="font-medium">1. Scan this QR code with your authenticator app</p>
        <p className="mt-1 text-muted">
          Is the app on this device?{" "}
          <a href={uri} className={linkClass}>
            Open it in the app
          </a>
          .
        </p>
        <p className="mt-1 text-muted">Or type this key into the app:</p>
        <p className="flex items-center gap-1">
          <code translate="no" className="font-mono text-sm break-words text-ink">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <IconButton label="Copy key" className="-my-1 shrink-0" onClick={() => void copyText(secret)}>
            <Copy aria-hidden className="size-5" />
          </IconButton>
        </p>
      </div>
    </div>
  );
}

const dialogs = {
  setup: AppSetup,
  removeApp: RemoveApp,
  renew: TwoStepRenew,
  off: TwoStepOff,
  addPasskey: AddPasskey,
};
/** The name of a dialog, or the passkey to remove. */
export type TwoStepDialogName = keyof typeof dialogs | PasskeyDto;

export function TwoStepDialog({ name, ...props }: TwoStepDialogProps & { name: TwoStepDialogName }) {
  if (typeof name === "object") return <RemovePasskey passkey={name} {...props} />;
  const Dialog = dialogs[name];
  return <Dialog {...props} />;
}
