"use client";

import { useEffect, useRef, useState, type FormEvent } from "react";
import { Form } from "@/components/forms/form";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { linkClass } from "@/components/ui/link";
import { toApiError } from "@/lib/contract/client";
import type { UserDto } from "@/lib/users/dto";
import { AuthHeading } from "./auth-heading";
import type { Credentials } from "./login-form";
import { maskEmail } from "./mask-email";
import { TwoStepCode, checkTwoStepCode } from "./two-step-code";

interface SecondStepProps {
  credentials: Credentials;
  supportEmail: string;
  onSignedIn: (user: UserDto) => void;
  /** With the reason, when the password is not taken any more. */
  onBack: (why: string | null) => void;
}

/** After the password: a code of the authenticator app, or a recovery code. */
export function SecondStep({ credentials, supportEmail, onSignedIn, onBack }: SecondStepProps) {
  const session = useSession();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string>();
  // Stays busy after success too: the next page is on its way.
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // Whoever hears the page learns by the focus that it has changed.
  useEffect(() => field.current?.focus(), [recovery]);

  const refuse = (message: string) => {
    setFailure(message);
    field.current?.focus();
    field.current?.select();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = checkTwoStepCode(code, recovery);
    if (wrong) return refuse(wrong);
    setBusy(true);
    setFailure(undefined);
    try {
      onSignedIn(await session.login({ ...credentials, code }));
    } catch (thrown) {
      setBusy(false);
      const error = toApiError(thrown);
      // The password was changed meanwhile.
      if (error.code === "INVALID_CREDENTIALS") onBack(error.message);
      else refuse(error.message);
    }
  };

  return (
    <>
      <AuthHeading title={recovery ? "Enter a recovery code" : "Enter your code"}>
        One more step to log in as{" "}
        <strong className="font-medium text-ink">{maskEmail(credentials.email)}</strong>.
      </AuthHeading>
      <Form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <TwoStepCode
          inputRef={field}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setFailure(undefined);
          }}
          error={failure}
          recovery={recovery}
          onRecovery={setRecovery}
        />
        <Button type="submit" size="lg" busy={busy} className="w-full">
          Log in
        </Button>
        <Button variant="quiet" className="-mt-2 w-full" onClick={() => (busy ? undefined : onBack(null))}>
          Back
        </Button>
        {recovery && (
          <p className="text-[0.9375rem] leading-6 text-muted">
            No recovery codes either? Email{" "}
            <a href={`mailto:${supportEmail}`} className={linkClass}>
              {supportEmail}
            </a>
            .
          </p>
        )}
      </Form>
    </>
  );
}
