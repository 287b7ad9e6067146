"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { PasswordInput, PhoneInput } from "@/components/forms/inputs";
import { applyServerErrors } from "@/components/forms/server-errors";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { startResendCooldown } from "./resend-cooldown";
import { checkRegistration } from "./resolvers";
import { useReturnWhenSignedIn } from "./use-go-on";
import { useQueryParam } from "./use-query-param";

const fields = ["name", "email", "phone", "password"] as const;

export function RegisterForm() {
  const callbackUrl = useQueryParam("callbackUrl");
  const router = useRouter();
  const session = useSession();
  useReturnWhenSignedIn(callbackUrl);
  const [failure, setFailure] = useState<{ message: string; taken: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    resolver: checkRegistration,
    mode: "onChange",
    defaultValues: { name: "", email: "", phone: "", password: "" },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await session.register(values);
      startResendCooldown(values.email);
      router.push(paths.verifyEmail({ email: values.email, callbackUrl }));
    } catch (thrown) {
      const error = toApiError(thrown);
      setBusy(false);
      const { placed } = applyServerErrors(form, error, fields);
      const first = placed[0];
      if (first) form.setFocus(first);
      else setFailure({ message: error.message, taken: error.code === "EMAIL_TAKEN" });
    }
  });

  return (
    <Form onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure && (
        <Notice tone="danger" role="alert">
          {failure.message}
          {failure.taken && (
            <>
              {". "}
              <TextLink href={paths.login({ callbackUrl })}>Log in</TextLink> or{" "}
              <TextLink href={paths.forgotPassword()}>reset your password</TextLink>.
            </>
          )}
        </Notice>
      )}
      <Field label="Full name" error={errors.name?.message}>
        {({ labelId: _, ...control }) => (
          <Input autoComplete="name" autoCapitalize="words" {...control} {...form.register("name")} />
        )}
      </Field>
      <Field
        label="Email address"
        error={errors.email?.message}
        help="We'll send a 6-digit code to this address."
      >
        {({ labelId: _, ...control }) => (
          <Input
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register("email")}
          />
        )}
      </Field>
      <Field label="Phone number" error={errors.phone?.message}>
        {({ labelId: _, ...control }) => (
          <Controller
            control={form.control}
            name="phone"
            render={({ field }) => <PhoneInput {...control} {...field} />}
          />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        help="At least 8 characters. A few random words work well."
      >
        {({ labelId: _, ...control }) => (
          <PasswordInput autoComplete="new-password" {...control} {...form.register("password")} />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy} className="mt-1 w-full">
        Create account
      </Button>
      <p className="text-center text-[0.9375rem] text-muted">
        Already have an account? <TextLink href={paths.login({ callbackUrl })}>Log in</TextLink>
      </p>
    </Form>
  );
}
