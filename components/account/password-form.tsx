"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { PasswordInput } from "@/components/forms/inputs";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { changePasswordAction } from "@/lib/http/account-actions";
import { changePasswordSchema } from "@/lib/account/schema";
import { token } from "@/lib/contract/client";
import { useAction } from "./use-action";

const empty = { current: "", password: "" };

export function PasswordForm({ email }: { email: string }) {
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(changePasswordSchema),
    mode: "onTouched",
    defaultValues: empty,
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    if (busy) return;
    setFailure(null);
    const outcome = await run(() => changePasswordAction(values));
    if (outcome.ok) {
      token.set(outcome.data.accessToken);
      form.reset(empty);
      toast.success("Password changed. Your other devices are logged out.");
      return;
    }
    const at = (["current", "password"] as const).find((name) =>
      outcome.errors?.some(({ path }) => path === name),
    );
    if (at) form.setError(at, { type: "server", message: outcome.message }, { shouldFocus: true });
    else setFailure(outcome.message);
  });

  return (
    <Form onSubmit={(event) => void submit(event)} className="grid gap-5 sm:grid-cols-2">
      {failure && (
        <Notice tone="danger" role="alert" className="sm:col-span-2">
          {failure}
        </Notice>
      )}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.current?.message}>
        {({ labelId: _, ...control }) => (
          <PasswordInput autoComplete="current-password" {...control} {...form.register("current")} />
        )}
      </Field>
      <Field
        label="New password"
        error={errors.password?.message}
        help="At least 8 characters. A few random words work well."
      >
        {({ labelId: _, ...control }) => (
          <PasswordInput autoComplete="new-password" {...control} {...form.register("password")} />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </div>
    </Form>
  );
}
