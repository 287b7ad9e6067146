"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { linkClass } from "@/components/ui/link";
import { auth } from "@/lib/auth/api";
import { call, toApiError, type ApiError } from "@/lib/contract/client";
import type { UserDto } from "@/lib/users/dto";
import type { PasskeyProof } from "@/lib/users/passkey-schema";
import { secondStepSchema } from "@/lib/users/schema";
import { AuthForm, AuthHeading } from "./auth-form";
import { maskEmail } from "./mask-email";
import { supportsPasskeys } from "./passkey";
import { PasskeyButton } from "./passkey-button";
import { parseSecondStep, requestPasskeyLogin } from "./second-step-answer";
import { useSession } from "./session-provider";
import { TwoStepCode } from "./two-step-code";

const resolver = zodResolver(secondStepSchema);

interface SecondStepProps {
  credentials: { email: string; password: string };
  /** The error TWO_STEP_REQUIRED from the password check. */
  asked: ApiError;
  supportEmail: string;
  onSignedIn: (user: UserDto) => void;
  /** Receives the reason when the password is no longer valid. */
  onBack: (why: string | null) => void;
}

/** Asks, after the password, for a passkey, a code from the authenticator app, or a recovery code. */
export function SecondStep({ credentials, asked, supportEmail, onSignedIn, onBack }: SecondStepProps) {
  const { start } = useSession();
  const [{ methods, passkey }] = useState(() => parseSecondStep(asked));
  const offersPasskey = passkey !== null && supportsPasskeys();
  const hasApp = methods.includes("app");
  const form = useForm({ resolver, defaultValues: { code: "", recovery: !hasApp } });
  const isRecovery = useWatch({ control: form.control, name: "recovery" });
  const { setFocus } = form;
  // Moves the focus of screen readers to the changed form: first to the passkey, later to the selected code field.
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current && offersPasskey) document.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    else setFocus("code");
    isFirst.current = false;
  }, [isRecovery, offersPasskey, setFocus]);

  const logIn = async (proof: { code: string } | { passkey: PasskeyProof }) => {
    try {
      onSignedIn(start(await call(auth.login, { body: { ...credentials, ...proof } })));
    } catch (thrown) {
      const error = toApiError(thrown);
      // The password has been changed in the meantime.
      if (error.code !== "INVALID_CREDENTIALS") throw error;
      onBack(error.message);
    }
  };

  const codeTitle = isRecovery ? "Enter a recovery code" : "Enter your code";
  return (
    <>
      <AuthHeading title={offersPasskey ? "Confirm it's you" : codeTitle}>
        <span>{"One more step to log in as "}</span>
        <strong className="font-medium text-ink">{maskEmail(credentials.email)}</strong>
        <span>.</span>
        {passkey && !offersPasskey && (
          <> This browser can&apos;t use your passkey. Enter a code, or log in with another browser.</>
        )}
      </AuthHeading>
      <AuthForm
        form={form}
        needsCookies
        send={({ code }) => logIn({ code })}
        otherwise="code"
        submitLabel="Log in"
        submitVariant={offersPasskey ? "secondary" : "primary"}
        footer={
          <>
            <Button
              variant="quiet"
              className="-mt-2 w-full"
              onClick={() => (form.formState.isSubmitting ? undefined : onBack(null))}
            >
              Back
            </Button>
            {isRecovery && (
              <p className="text-[0.9375rem] leading-6 text-muted">
                No recovery codes either? Email{" "}
                <a href={`mailto:${supportEmail}`} className={linkClass}>
                  {supportEmail}
                </a>
                .
              </p>
            )}
          </>
        }
      >
        {passkey && (
          <PasskeyButton
            request={passkey}
            renew={() => requestPasskeyLogin(credentials, (answer) => onSignedIn(start(answer)))}
            send={(given) => logIn({ passkey: given })}
          />
        )}
        <TwoStepCode hasApp={hasApp} />
      </AuthForm>
    </>
  );
}
