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
import type { TwoStepSetup } from "@/lib/account/dto";
import {
  beginTwoStepAction,
  disableTwoStepAction,
  enableTwoStepAction,
  renewRecoveryCodesAction,
} from "@/lib/http/account-actions";
import { codeSchema } from "@/lib/users/schema";
import { recoveryCodesStep } from "./recovery-codes";
import { useAction } from "./use-action";
import { useOwnPassword } from "./use-own-password";

interface TwoStepDialogProps {
  email: string;
  onClose: () => void;
}

function TwoStepOff({ email, onClose }: TwoStepDialogProps) {
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

function TwoStepRenew({ email, onClose }: TwoStepDialogProps) {
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

const title = "Set up two-step login";
const resolver = zodResolver(codeSchema);

/** Password, then the app and its first code, then the recovery codes. Two-step login is off until that code is verified. */
function TwoStepStart({ email, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const [setup, setSetup] = useState<TwoStepSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const password = useOwnPassword(email, async (given) =>
    setSetup(await run(() => beginTwoStepAction({ password: given.password }))),
  );
  const form = useForm({ resolver, defaultValues: { code: "" } });

  // Both steps render FormDialog at the same position, so that the dialog stays open.
  return setup ? (
    <FormDialog
      form={form}
      send={async (values) => {
        setCodes(await run(() => enableTwoStepAction(values)));
        toast.success("Two-step login is on");
      }}
      otherwise="code"
      title={title}
      description="When you turn it on, we log you out on your other devices."
      submitLabel="Turn on"
      onClose={onClose}
      result={codes && recoveryCodesStep(email, codes, onClose)}
    >
      <AppSetup setup={setup} />
      <CodeField label="2. Enter the 6-digit code from the app" />
    </FormDialog>
  ) : (
    <FormDialog
      {...password}
      title={title}
      description="You need a free authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 2FAS."
      submitLabel="Continue"
      onClose={onClose}
    />
  );
}

const darkSquares = (row: string, y: number): string[] =>
  [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);

/** The app's secret as a QR code, a link and a key. */
function AppSetup({ setup: { secret, uri, picture } }: { setup: TwoStepSetup }) {
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
        // Dark on white in both themes, as scanners expect.
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
          <code className="font-mono text-sm break-words text-ink">{secret.match(/.{1,4}/g)?.join(" ")}</code>
          <IconButton label="Copy key" className="-my-1 shrink-0" onClick={() => void copyText(secret)}>
            <Copy aria-hidden className="size-5" />
          </IconButton>
        </p>
      </div>
    </div>
  );
}

const dialogs = { setup: TwoStepStart, renew: TwoStepRenew, off: TwoStepOff };
export type TwoStepDialogName = keyof typeof dialogs;

export function TwoStepDialog({ name, ...props }: TwoStepDialogProps & { name: TwoStepDialogName }) {
  const Dialog = dialogs[name];
  return <Dialog {...props} />;
}
