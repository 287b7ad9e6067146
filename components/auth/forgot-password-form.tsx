"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EmailField } from "@/components/forms/account-fields";
import { Button } from "@/components/ui/button";
import { auth } from "@/lib/auth/api";
import { call } from "@/lib/contract/client";
import { emailOnlySchema } from "@/lib/users/schema";
import { AuthForm, AuthHeading, BackToLogin } from "./auth-form";
import { maskEmail } from "./mask-email";

const resolver = zodResolver(emailOnlySchema);

export function ForgotPassword() {
  const form = useForm({ resolver, mode: "onChange", defaultValues: { email: "" } });

  if (form.formState.isSubmitSuccessful) {
    return (
      <>
        <AuthHeading title="Check your email">
          If there is an account for{" "}
          <strong className="font-medium text-ink">{maskEmail(form.getValues("email"))}</strong>, we&apos;ve
          emailed you a link to set a new password. It expires in 10 minutes.
        </AuthHeading>
        <div className="grid gap-4">
          <Button
            variant="secondary"
            size="lg"
            className="w-full"
            onClick={() => form.reset(undefined, { keepValues: true })}
          >
            Use a different email address
          </Button>
          <BackToLogin />
        </div>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="Reset your password">
        Enter your email address and we&apos;ll send you a link to set a new password.
      </AuthHeading>
      <AuthForm
        form={form}
        send={(body) => call(auth.forgotPassword, { body })}
        submitLabel="Send reset link"
        footer={<BackToLogin />}
      >
        <EmailField />
      </AuthForm>
    </>
  );
}
