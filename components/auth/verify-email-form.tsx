"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { CodeInput } from "@/components/forms/inputs";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { AuthHeading } from "./auth-heading";
import { maskEmail } from "./mask-email";
import { ResendCode } from "./resend-code";
import { checkEmail, checkEmailCode } from "./resolvers";
import { useRedirectAfterLogin } from "./use-go-on";

interface VerifyEmailProps {
  email: string | undefined;
  callbackUrl: string | undefined;
}

export function VerifyEmail({ email, callbackUrl }: VerifyEmailProps) {
  const [resetToken, setResetToken] = useState<string | null>(null);
  if (resetToken) return <ChoosePassword token={resetToken} />;
  return email ? (
    <EnterCode key={email} email={email} callbackUrl={callbackUrl} onReset={setResetToken} />
  ) : (
    <AskForEmail callbackUrl={callbackUrl} />
  );
}

interface EnterCodeProps {
  email: string;
  callbackUrl: string | undefined;
  onReset: (token: string) => void;
}

function EnterCode({ email, callbackUrl, onReset }: EnterCodeProps) {
  const session = useSession();
  const router = useRouter();
  const goOn = useRedirectAfterLogin(callbackUrl);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    resolver: checkEmailCode,
    mode: "onSubmit",
    reValidateMode: "onChange",
    defaultValues: { email, code: "" },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    // On a touch screen the keyboard would cover where the code was sent.
    if (window.matchMedia("(pointer: fine)").matches) setFocus("code");
  }, [setFocus]);

  const submit = form.handleSubmit(async (values) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { user, passwordResetToken } = await session.verifyEmail(values);
      if (passwordResetToken) onReset(passwordResetToken);
      else if (user) goOn(user);
      else router.replace(paths.login({ callbackUrl }));
    } catch (thrown) {
      setBusy(false);
      setFailure(toApiError(thrown).message);
      setFocus("code", { shouldSelect: true });
    }
  });

  const shown = failure ?? errors.code?.message ?? errors.email?.message;
  return (
    <>
      <AuthHeading title="Check your email">
        Enter the 6-digit code we sent to <strong className="font-medium text-ink">{maskEmail(email)}</strong>
        . It expires in 10 minutes.
      </AuthHeading>
      <Form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Field label="Code" error={shown}>
          {({ labelId: _, ...control }) => (
            <Controller
              control={form.control}
              name="code"
              render={({ field }) => (
                <CodeInput
                  {...control}
                  {...field}
                  onChange={(code) => {
                    setFailure(null);
                    field.onChange(code);
                  }}
                />
              )}
            />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy} className="w-full">
          Verify email
        </Button>
        <div className="grid gap-1">
          <ResendCode email={email} />
          <p className="text-[0.9375rem] leading-6 text-muted">
            No email? Check your spam folder, or{" "}
            <TextLink href={paths.verifyEmail({ callbackUrl })}>use a different email address</TextLink>.
          </p>
          <p className="mt-3 text-[0.9375rem] text-muted">
            <TextLink href={paths.login({ callbackUrl })} className="inline-flex min-h-11 items-center">
              Back to login
            </TextLink>
          </p>
        </div>
      </Form>
    </>
  );
}

function AskForEmail({ callbackUrl }: { callbackUrl: string | undefined }) {
  const router = useRouter();
  const form = useForm({
    resolver: checkEmail,
    mode: "onChange",
    defaultValues: { email: "" },
  });
  const submit = form.handleSubmit(({ email }) => router.push(paths.verifyEmail({ email, callbackUrl })));
  return (
    <>
      <AuthHeading title="Verify your email">Which email address did you register with?</AuthHeading>
      <Form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Field label="Email address" error={form.formState.errors.email?.message}>
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
        <Button type="submit" size="lg" className="w-full">
          Continue
        </Button>
        <p className="text-[0.9375rem] text-muted">
          <TextLink href={paths.login({ callbackUrl })} className="inline-flex min-h-11 items-center">
            Back to login
          </TextLink>
        </p>
      </Form>
    </>
  );
}

/** The address was registered more than once with different passwords: only its owner, who has the code, says which one holds. */
function ChoosePassword({ token }: { token: string }) {
  return (
    <>
      <AuthHeading title="Your email is verified" />
      <Notice tone="info" title="Set a new password" role="status">
        This email address was registered more than once, with different passwords. Set a new password now so
        that only you can log in.
      </Notice>
      <LinkButton href={paths.resetPassword({ token })} replace size="lg" className="mt-6 w-full">
        Set a new password
      </LinkButton>
    </>
  );
}
