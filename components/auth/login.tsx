"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { EmailField, PasswordField } from "@/components/forms/account-fields";
import { TextLink } from "@/components/ui/link";
import { auth } from "@/lib/auth/api";
import { call, toApiError, type ApiError } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { loginSchema } from "@/lib/users/schema";
import { AuthForm, AuthHeading } from "./auth-form";
import { startResendCooldown } from "./resend-code";
import { useSession } from "./session-provider";
import { useQueryParam } from "./use-query-param";
import { useRedirectAfterLogin, useReturnWhenSignedIn } from "./use-redirect";

/** Loaded on demand, because few accounts need it. */
const SecondStep = dynamic(() => import("./second-step").then((module) => module.SecondStep), { ssr: false });

const resolver = zodResolver(loginSchema.pick({ email: true, password: true }));

/** Asks for the password and, for accounts with two-step login, the second step. */
export function Login({ supportEmail }: { supportEmail: string }) {
  const callbackUrl = useQueryParam("callbackUrl");
  const router = useRouter();
  const { start } = useSession();
  const redirectUser = useRedirectAfterLogin(callbackUrl);
  useReturnWhenSignedIn(callbackUrl);
  const [step, setStep] = useState<"password" | "password again" | ApiError>("password");
  const form = useForm({ resolver, mode: "onChange", defaultValues: { email: "", password: "" } });

  const { setFocus } = form;
  useEffect(() => {
    if (step === "password again") setFocus("password");
  }, [step, setFocus]);

  const logIn = async (values: { email: string; password: string }) => {
    try {
      redirectUser(start(await call(auth.login, { body: values })));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === "TWO_STEP_REQUIRED") return setStep(error);
      if (error.code !== "EMAIL_NOT_VERIFIED") throw error;
      toast.info(error.message);
      // The first code has probably expired. A resend within a minute is rejected, which is not an error here.
      void call(auth.resendCode, { body: { email: values.email } }).catch(() => undefined);
      startResendCooldown(values.email);
      router.push(paths.verifyEmail({ email: values.email, callbackUrl }));
    }
  };

  if (typeof step === "object") {
    return (
      <SecondStep
        credentials={form.getValues()}
        asked={step}
        supportEmail={supportEmail}
        onSignedIn={redirectUser}
        onBack={(why) => {
          form.reset(undefined, { keepValues: true });
          if (why) form.setError("root", { message: why });
          setStep("password again");
        }}
      />
    );
  }
  return (
    <>
      <AuthHeading title="Log in">Welcome back.</AuthHeading>
      <AuthForm
        form={form}
        needsCookies
        send={logIn}
        submitLabel="Log in"
        footer={
          <p className="text-center text-[0.9375rem] text-muted">
            New here? <TextLink href={paths.register({ callbackUrl })}>Create an account</TextLink>
          </p>
        }
      >
        <EmailField />
        <PasswordField
          action={
            <TextLink
              href={paths.forgotPassword()}
              className="-my-3 inline-flex min-h-11 items-center text-sm"
            >
              Forgot password?
            </TextLink>
          }
        />
      </AuthForm>
    </>
  );
}
