"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import { NewPasswordField, PasswordField } from "@/components/forms/account-fields";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { changePasswordSchema } from "@/lib/account/schema";
import { token } from "@/lib/contract/client";
import { changePasswordAction } from "@/lib/http/account-actions";
import { useAction } from "./use-action";

const empty = { current: "", password: "" };
const resolver = zodResolver(changePasswordSchema);

export function PasswordForm({ email }: { email: string }) {
  const run = useAction();
  const form = useForm({ resolver, mode: "onTouched", defaultValues: empty });
  const submit = useSubmit(form, async (values) => {
    const { accessToken } = await run(changePasswordAction, values);
    token.set(accessToken);
    form.reset(empty);
    toast.success("Password changed. Your other devices are logged out.");
  });

  return (
    <FormProvider {...form}>
      <Form onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
        <FormFailure className="sm:col-span-2" />
        {/* This field provides the username to password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="current" label="Current password" />
        <NewPasswordField label="New password" />
        <div className="sm:col-span-2">
          <Button type="submit" busy={form.formState.isSubmitting}>
            Change password
          </Button>
        </div>
      </Form>
    </FormProvider>
  );
}
