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
import type { TwoStepSetup as Setup } from "@/lib/account/dto";
import { beginTwoStepAction, enableTwoStepAction } from "@/lib/http/account-actions";
import { codeSchema } from "@/lib/users/schema";
import { recoveryCodesStep } from "./recovery-codes";
import type { TwoStepDialogProps } from "./two-step-dialogs";
import { useAction } from "./use-action";
import { useOwnPassword } from "./use-own-password";

const title = "Set up two-step login";
const resolver = zodResolver(codeSchema);

/** Password, then the app and its first code, then the recovery codes. Two-step login is off until that first code was right. */
export function TwoStepSetup({ email, onClose }: TwoStepDialogProps) {
  const run = useAction();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const password = useOwnPassword(email, async (given) =>
    setSetup(await run(() => beginTwoStepAction({ password: given.password }))),
  );
  const form = useForm({ resolver, defaultValues: { code: "" } });

  // One FormDialog at one place in the tree, so that the dialog stays open from step to step.
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

const darkRuns = (row: string, y: number): string[] =>
  [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);

/** Gives the app its secret, by picture, link or key. */
function AppSetup({ setup: { secret, uri, picture } }: { setup: Setup }) {
  const start = useRef<HTMLDivElement>(null);
  // The password's field is gone, and with it the focus.
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
        // Dark on white in every appearance: scanners expect it.
        className="size-48 rounded-card border border-line bg-white text-black"
      >
        <path d={picture.flatMap(darkRuns).join("")} fill="currentColor" />
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
