"use client";

import { useRef, useState, type FormEvent } from "react";
import { toast } from "sonner";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { beginTwoStepAction, enableTwoStepAction } from "@/lib/http/account-actions";
import type { TwoStepSetup as Setup } from "@/lib/account/dto";
import { passwordOnlySchema } from "@/lib/account/schema";
import type { Outcome } from "@/lib/http/action";
import { codeSchema } from "@/lib/users/schema";
import { OwnPassword } from "./own-password";
import { recoveryCodesStep } from "./recovery-codes";
import { TwoStepApp } from "./two-step-app";
import type { TwoStepDialogProps } from "./two-step-proof";
import { useAction } from "./use-action";

const FORM = "set-up-two-step";

/** Password, then the app and its first code, then the recovery codes. Nothing is on before that code was right. */
export function TwoStepSetup({ email, open, onClose }: TwoStepDialogProps) {
  const { busy, run } = useAction();
  const [password, setPassword] = useState("");
  const [setup, setSetup] = useState<Setup | null>(null);
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<string[] | null>(null);
  const [failure, setFailure] = useState<string>();
  const passwordField = useRef<HTMLInputElement>(null);

  const close = () => {
    setPassword("");
    setSetup(null);
    setCode("");
    setCodes(null);
    setFailure(undefined);
    onClose();
  };
  const refuse = (message: string | undefined) => {
    setFailure(message);
    passwordField.current?.focus();
  };
  async function take<T>(act: () => Promise<Outcome<T>>, done: (data: T) => void): Promise<void> {
    setFailure(undefined);
    const outcome = await run(act);
    if (outcome.ok) done(outcome.data);
    else refuse(outcome.message);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const asked = setup ? codeSchema.safeParse({ code }) : passwordOnlySchema.safeParse({ password });
    if (!asked.success) return refuse(asked.error.issues[0]?.message);
    if (!setup) void take(() => beginTwoStepAction({ password }), setSetup);
    else {
      void take(
        () => enableTwoStepAction({ code }),
        (made) => {
          toast.success("Two-step login is on");
          setCodes(made);
        },
      );
    }
  };

  const change = (set: (typed: string) => void) => (typed: string) => {
    set(typed);
    setFailure(undefined);
  };
  const ask = {
    title: "Set up two-step login",
    description: setup
      ? "When you turn it on, we log you out on your other devices."
      : "You need a free authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 2FAS.",
    locked: busy,
    footer: (
      <>
        <Button variant="secondary" disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" form={FORM} busy={busy}>
          {setup ? "Turn on" : "Continue"}
        </Button>
      </>
    ),
    children: (
      <Form id={FORM} onSubmit={submit} className="pb-1">
        {setup ? (
          <TwoStepApp setup={setup} code={code} error={failure} onChange={change(setCode)} />
        ) : (
          <OwnPassword
            email={email}
            value={password}
            error={failure}
            inputRef={passwordField}
            onChange={change(setPassword)}
          />
        )}
      </Form>
    ),
  };
  return (
    <Dialog open={open} onOpenChange={close} {...(codes ? recoveryCodesStep(email, codes, close) : ask)} />
  );
}
