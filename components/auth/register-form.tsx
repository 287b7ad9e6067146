"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { EmailField, NameField, NewPasswordField, PhoneField } from "@/components/forms/account-fields";
import { TextLink } from "@/components/ui/link";
import { auth } from "@/lib/auth/api";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { registerSchema } from "@/lib/users/schema";
import { AuthForm } from "./auth-form";
import { startResendCooldown } from "./resend-code";
import { useQueryParam } from "./use-query-param";
import { useReturnWhenSignedIn } from "./use-redirect";

const resolver = zodResolver(registerSchema);

export function RegisterForm() {
  const callbackUrl = useQueryParam("callbackUrl");
  const router = useRouter();
  useReturnWhenSignedIn(callbackUrl);
  const form = useForm({
    resolver,
    mode: "onChange",
    defaultValues: { name: "", email: "", phone: "", password: "" },
  });
  const isTaken = form.formState.errors.root?.type === "EMAIL_TAKEN";

  return (
    <AuthForm
      form={form}
      needsCookies
      send={async (values) => {
        await call(auth.register, { body: values });
        startResendCooldown(values.email);
        router.push(paths.verifyEmail({ email: values.email, callbackUrl }));
      }}
      submitLabel="Create account"
      failureAction={
        isTaken && (
          <>
            <TextLink href={paths.login({ callbackUrl })}>Log in</TextLink> or{" "}
            <TextLink href={paths.forgotPassword()}>reset your password</TextLink>.
          </>
        )
      }
      footer={
        <>
          <p className="text-sm leading-6 text-muted">
            By creating an account you agree to our <TextLink href={paths.terms()}>terms</TextLink> and
            confirm that you have read our <TextLink href={paths.privacy()}>privacy notice</TextLink>.
          </p>
          <p className="text-center text-[0.9375rem] text-muted">
            Already have an account? <TextLink href={paths.login({ callbackUrl })}>Log in</TextLink>
          </p>
        </>
      }
    >
      <NameField />
      <EmailField help="We'll send a 6-digit code to this address." />
      <PhoneField />
      <NewPasswordField />
    </AuthForm>
  );
}
