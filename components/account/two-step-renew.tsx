"use client";

import { useState, type FormEvent } from "react";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { renewRecoveryCodesAction } from "@/lib/account/actions";
import { passwordOnlySchema } from "@/lib/account/schema";
import { OwnPassword } from "./own-password";
import { recoveryCodesStep } from "./recovery-codes";
import type { TwoStepDialogProps } from "./two-step";
import { useAction } from "./use-action";

const FORM = "renew-recovery-codes";

export function TwoStepRenew({ email, open, onClose }: TwoStepDialogProps) {
  const { busy, run } = useAction();
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string>();
  const [codes, setCodes] = useState<string[] | null>(null);

  const close = () => {
    setPassword("");
    setFailure(undefined);
    setCodes(null);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const asked = passwordOnlySchema.safeParse({ password });
    if (!asked.success) return setFailure(asked.error.issues[0]?.message);
    const outcome = await run(() => renewRecoveryCodesAction(asked.data));
    if (outcome.ok) setCodes(outcome.data);
    else setFailure(outcome.message);
  };

  const ask = {
    title: "Make new recovery codes?",
    description: "You get 10 new ones. Those you have stop working at once.",
    locked: busy,
    footer: (
      <>
        <Button variant="secondary" disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" form={FORM} busy={busy}>
          Make new codes
        </Button>
      </>
    ),
    children: (
      <Form id={FORM} onSubmit={(event) => void submit(event)} className="pb-1">
        <OwnPassword
          email={email}
          value={password}
          error={failure}
          onChange={(typed) => {
            setPassword(typed);
            setFailure(undefined);
          }}
        />
      </Form>
    ),
  };
  return (
    <Dialog open={open} onOpenChange={close} {...(codes ? recoveryCodesStep(email, codes, close) : ask)} />
  );
}
