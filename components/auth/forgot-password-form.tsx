"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { call, toApiError } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { paths } from "@/lib/routes/paths";
import { AuthHeading } from "./auth-heading";
import { maskEmail } from "./mask-email";
import { checkEmail } from "./resolvers";

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: checkEmail,
    mode: "onChange",
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      await call(auth.forgotPassword, { body: { email } });
      setSentTo(email);
    } catch (thrown) {
      setFailure(toApiError(thrown).message);
    }
  });

  if (sentTo) {
    return (
      <>
        <AuthHeading title="Check your email">
          If there is an account for <strong className="font-medium text-ink">{maskEmail(sentTo)}</strong>,
          we&apos;ve emailed you a link to set a new password. It expires in 10 minutes.
        </AuthHeading>
        <div className="grid gap-4">
          <Button variant="secondary" size="lg" className="w-full" onClick={() => setSentTo(null)}>
            Use a different email address
          </Button>
          <p className="text-[0.9375rem] text-muted">
            <TextLink href={paths.login()} className="inline-flex min-h-11 items-center">
              Back to login
            </TextLink>
          </p>
        </div>
      </>
    );
  }

  return (
    <>
      <AuthHeading title="Reset your password">
        Enter your email address and we&apos;ll send you a link to set a new password.
      </AuthHeading>
      <Form onSubmit={(event) => void submit(event)} className="grid gap-5">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <Field label="Email address" error={errors.email?.message}>
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
        <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
          Send reset link
        </Button>
        <p className="text-[0.9375rem] text-muted">
          <TextLink href={paths.login()} className="inline-flex min-h-11 items-center">
            Back to login
          </TextLink>
        </p>
      </Form>
    </>
  );
}
