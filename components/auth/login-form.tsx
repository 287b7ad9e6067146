"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { PasswordInput } from "@/components/forms/inputs";
import { applyServerErrors } from "@/components/forms/server-errors";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { startResendCooldown } from "./resend-cooldown";
import { checkCredentials } from "./resolvers";

const fields = ["email", "password"] as const;

export interface Credentials {
  email: string;
  password: string;
}

interface LoginFormProps {
  callbackUrl: string | undefined;
  /** What was typed here before the second step; null at the first visit. */
  typed: Credentials | null;
  /** Why the second step led back here. */
  refusal: string | null;
  onSignedIn: (user: UserDto) => void;
  /** The password is right, and the account asks for a code besides. */
  onSecondStep: (typed: Credentials) => void;
}

/** Address and password. */
export function LoginForm({ callbackUrl, typed, refusal, onSignedIn, onSecondStep }: LoginFormProps) {
  const router = useRouter();
  const session = useSession();
  const [failure, setFailure] = useState(refusal);
  // Stays busy after success too: the next page is on its way.
  const [busy, setBusy] = useState(false);
  const form = useForm({
    resolver: checkCredentials,
    mode: "onChange",
    defaultValues: typed ?? { email: "", password: "" },
  });
  const { errors } = form.formState;

  const { setFocus } = form;
  const returned = typed !== null;
  useEffect(() => {
    if (returned) setFocus("password");
  }, [returned, setFocus]);

  const submit = form.handleSubmit(async (values) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      onSignedIn(await session.login(values));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === "TWO_STEP_REQUIRED") return onSecondStep(values);
      if (error.code === "EMAIL_NOT_VERIFIED") {
        toast.info(error.message);
        // The first code has most likely run out by now. The limit of one a minute is the server's, and no failure here.
        void session.resendCode(values.email).catch(() => undefined);
        startResendCooldown(values.email);
        router.push(paths.verifyEmail({ email: values.email, callbackUrl }));
        return;
      }
      setBusy(false);
      const { placed } = applyServerErrors(form, error, fields);
      if (placed.length === 0) setFailure(error.message);
    }
  });

  return (
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
      <Field
        label="Password"
        error={errors.password?.message}
        aside={
          <TextLink href={paths.forgotPassword()} className="-my-3 inline-flex min-h-11 items-center text-sm">
            Forgot password?
          </TextLink>
        }
      >
        {({ labelId: _, ...control }) => (
          <PasswordInput autoComplete="current-password" {...control} {...form.register("password")} />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy} className="mt-1 w-full">
        Log in
      </Button>
      <p className="text-center text-[0.9375rem] text-muted">
        New here? <TextLink href={paths.register({ callbackUrl })}>Create an account</TextLink>
      </p>
    </Form>
  );
}
