"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { CodeField, EmailField } from "@/components/forms/account-fields";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { auth } from "@/lib/auth/api";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { codeSchema, emailOnlySchema } from "@/lib/users/schema";
import { AuthForm, AuthHeading, BackToLogin } from "./auth-form";
import { maskEmail } from "./mask-email";
import { ResendCode } from "./resend-code";
import { useSession } from "./session-provider";
import { useRedirectAfterLogin } from "./use-redirect";

const checkCode = zodResolver(codeSchema);
const checkEmail = zodResolver(emailOnlySchema);

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
  const { start } = useSession();
  const redirectUser = useRedirectAfterLogin(callbackUrl);
  const form = useForm({ resolver: checkCode, defaultValues: { code: "" } });
  const { setFocus } = form;
  useEffect(() => {
    // On a touch screen, the keyboard would cover the text above.
    if (window.matchMedia("(pointer: fine)").matches) setFocus("code");
  }, [setFocus]);

  return (
    <>
      <AuthHeading title="Check your email">
        Enter the 6-digit code we sent to <strong className="font-medium text-ink">{maskEmail(email)}</strong>
        . It expires in 10 minutes.
      </AuthHeading>
      <AuthForm
        form={form}
        needsCookies
        send={async ({ code }) => {
          const answer = await call(auth.verifyEmail, { body: { email, code } });
          const user = start(answer);
          if (answer.passwordResetToken) onReset(answer.passwordResetToken);
          else redirectUser(user);
        }}
        otherwise="code"
        submitLabel="Verify email"
        footer={
          <div className="grid gap-1">
            <ResendCode email={email} />
            <p className="text-[0.9375rem] leading-6 text-muted">
              No email? Check your spam folder, or{" "}
              <TextLink href={paths.verifyEmail({ callbackUrl })}>use a different email address</TextLink>.
            </p>
            <p className="mt-3">
              <BackToLogin callbackUrl={callbackUrl} />
            </p>
          </div>
        }
      >
        <CodeField />
      </AuthForm>
    </>
  );
}

function AskForEmail({ callbackUrl }: { callbackUrl: string | undefined }) {
  const router = useRouter();
  const form = useForm({ resolver: checkEmail, mode: "onChange", defaultValues: { email: "" } });
  return (
    <>
      <AuthHeading title="Verify your email">Which email address did you register with?</AuthHeading>
      <AuthForm
        form={form}
        send={async ({ email }) => router.push(paths.verifyEmail({ email, callbackUrl }))}
        submitLabel="Continue"
        footer={<BackToLogin callbackUrl={callbackUrl} />}
      >
        <EmailField />
      </AuthForm>
    </>
  );
}

/** The address was registered more than once with different passwords; its owner sets a new one. */
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
