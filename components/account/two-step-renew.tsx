"use client";

import { useState, type FormEvent } from "react";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { renewRecoveryCodesAction } from "@/lib/http/account-actions";
import { recoveryCodesStep } from "./recovery-codes";
import { useTwoStepProof, type TwoStepDialogProps } from "./two-step-proof";
import { useAction } from "./use-action";

const FORM = "renew-recovery-codes";

export function TwoStepRenew({ email, open, onClose }: TwoStepDialogProps) {
  const { busy, run } = useAction();
  const proof = useTwoStepProof(email);
  const [codes, setCodes] = useState<string[] | null>(null);

  const close = () => {
    proof.clear();
    setCodes(null);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const given = proof.take();
    if (!given) return;
    const outcome = await run(() => renewRecoveryCodesAction(given));
    if (outcome.ok) setCodes(outcome.data);
    else proof.refuse(outcome);
  };

  const ask = {
    title: "Get new recovery codes?",
    description: "You will get 10 new codes. Your current codes will stop working immediately.",
    locked: busy,
    footer: (
      <>
        <Button variant="secondary" disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" form={FORM} busy={busy}>
          Get new codes
        </Button>
      </>
    ),
    children: (
      <Form id={FORM} onSubmit={(event) => void submit(event)} className="grid gap-5 pb-1">
        {proof.fields}
      </Form>
    ),
  };
  return (
    <Dialog open={open} onOpenChange={close} {...(codes ? recoveryCodesStep(email, codes, close) : ask)} />
  );
}
