"use client";

import type { FormEvent } from "react";
import { toast } from "sonner";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { disableTwoStepAction } from "@/lib/http/account-actions";
import { useTwoStepProof, type TwoStepDialogProps } from "./two-step-proof";
import { useAction } from "./use-action";

const FORM = "switch-two-step-off";

export function TwoStepOff({ email, open, onClose }: TwoStepDialogProps) {
  const { busy, run } = useAction();
  const proof = useTwoStepProof(email);

  const close = () => {
    proof.clear();
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const given = proof.take();
    if (!given) return;
    const outcome = await run(() => disableTwoStepAction(given));
    if (!outcome.ok) return proof.refuse(outcome);
    toast.success("Two-step login is off");
    close();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      locked={busy}
      title="Turn off two-step login?"
      description="You will log in with your password alone, and your recovery codes will stop working."
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Keep it on
          </Button>
          <Button type="submit" form={FORM} variant="danger" busy={busy}>
            Turn off
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={(event) => void submit(event)} className="grid gap-5 pb-1">
        {proof.fields}
      </Form>
    </Dialog>
  );
}
