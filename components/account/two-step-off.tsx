"use client";

import { useState, type FormEvent } from "react";
import { toast } from "@/components/ui/toast";
import { TwoStepCode, checkTwoStepCode } from "@/components/auth/two-step-code";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { disableTwoStepAction } from "@/lib/account/actions";
import { passwordOnlySchema } from "@/lib/account/schema";
import { OwnPassword } from "./own-password";
import type { TwoStepDialogProps } from "./two-step";
import { useAction } from "./use-action";

const FORM = "switch-two-step-off";
const nothing = { password: undefined, code: undefined };

export function TwoStepOff({ email, open, onClose }: TwoStepDialogProps) {
  const { busy, run } = useAction();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [recovery, setRecovery] = useState(false);
  const [failures, setFailures] = useState<Record<"password" | "code", string | undefined>>(nothing);

  const close = () => {
    setPassword("");
    setCode("");
    setRecovery(false);
    setFailures(nothing);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      password: passwordOnlySchema.safeParse({ password }).error?.issues[0]?.message,
      code: checkTwoStepCode(code, recovery),
    };
    setFailures(wrong);
    if (wrong.password || wrong.code) return;
    const outcome = await run(() => disableTwoStepAction({ password, code }));
    if (outcome.ok) {
      toast.success("Two-step sign-in is off");
      return close();
    }
    const atPassword = outcome.errors?.some(({ path }) => path === "password");
    setFailures({ ...nothing, [atPassword ? "password" : "code"]: outcome.message });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      locked={busy}
      title="Switch off two-step sign-in?"
      description="From then on your password alone is enough to log in. Your recovery codes stop working."
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Keep it on
          </Button>
          <Button type="submit" form={FORM} variant="danger" busy={busy}>
            Switch off
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={(event) => void submit(event)} className="grid gap-5 pb-1">
        <OwnPassword
          email={email}
          value={password}
          error={failures.password}
          onChange={(typed) => {
            setPassword(typed);
            setFailures((before) => ({ ...before, password: undefined }));
          }}
        />
        <TwoStepCode
          value={code}
          error={failures.code}
          recovery={recovery}
          onRecovery={setRecovery}
          onChange={(typed) => {
            setCode(typed);
            setFailures((before) => ({ ...before, code: undefined }));
          }}
        />
      </Form>
    </Dialog>
  );
}
