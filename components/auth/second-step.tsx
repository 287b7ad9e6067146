"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { linkClass } from "@/components/ui/link";
import { call, toApiError } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import type { UserDto } from "@/lib/users/dto";
import { secondStepSchema } from "@/lib/users/schema";
import { AuthForm, AuthHeading } from "./auth-form";
import { maskEmail } from "./mask-email";
import { TwoStepCode } from "./two-step-code";

const resolver = zodResolver(secondStepSchema);

interface SecondStepProps {
  credentials: { email: string; password: string };
  supportEmail: string;
  onSignedIn: (user: UserDto) => void;
  /** With the reason, when the password is no longer valid. */
  onBack: (why: string | null) => void;
}

/** After the password: a code of the authenticator app, or a recovery code. */
export function SecondStep({ credentials, supportEmail, onSignedIn, onBack }: SecondStepProps) {
  const { start } = useSession();
  const form = useForm({ resolver, defaultValues: { code: "", recovery: false } });
  const isRecovery = useWatch({ control: form.control, name: "recovery" });
  const { setFocus } = form;
  // Moves screen readers to the changed form.
  useEffect(() => setFocus("code"), [isRecovery, setFocus]);

  const logIn = async ({ code }: { code: string }) => {
    try {
      onSignedIn(start(await call(auth.login, { body: { ...credentials, code } })));
    } catch (thrown) {
      const error = toApiError(thrown);
      // The password was changed meanwhile.
      if (error.code !== "INVALID_CREDENTIALS") throw error;
      onBack(error.message);
    }
  };

  return (
    <>
      <AuthHeading title={isRecovery ? "Enter a recovery code" : "Enter your code"}>
        One more step to log in as{" "}
        <strong className="font-medium text-ink">{maskEmail(credentials.email)}</strong>.
      </AuthHeading>
      <AuthForm
        form={form}
        send={logIn}
        otherwise="code"
        submitLabel="Log in"
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
        <TwoStepCode />
      </AuthForm>
    </>
  );
}
