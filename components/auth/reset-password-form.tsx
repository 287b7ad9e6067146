"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
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
import { call, toApiError } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { paths } from "@/lib/routes/paths";
import { AuthHeading } from "./auth-heading";
import { checkNewPassword } from "./resolvers";

/** People paste the whole link as often as the part that is asked for. */
const tokenOf = (pasted: string): string => {
  const text = pasted.trim();
  try {
    return new URL(text).searchParams.get("token") ?? text;
  } catch {
    return text;
  }
};

export function ResetPassword({ token }: { token: string | undefined }) {
  const router = useRouter();
  const session = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    resolver: checkNewPassword,
    mode: "onChange",
    defaultValues: { token: token ?? "", password: "" },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(auth.resetPassword, { body: { ...values, token: tokenOf(values.token) } });
      // A reset ends every session, so the token this browser may hold is worth nothing now.
      session.forget();
      toast.success("Password changed. Log in with your new password.");
      router.replace(paths.login());
      router.refresh();
    } catch (thrown) {
      setBusy(false);
      const error = toApiError(thrown);
      const { placed } = applyServerErrors(form, error, ["password"]);
      if (placed.length === 0) setFailure(error.message);
    }
  });

  return (
    <>
      <AuthHeading title="Set a new password">
        {token
          ? "We'll log you out on every device. Then log in with your new password."
          : "Paste the link from our email. No email yet? Request a link first."}
      </AuthHeading>
      <Form onSubmit={(event) => void submit(event)} className="grid gap-5">
        {failure && (
          <Notice
            tone="danger"
            role="alert"
            action={<TextLink href={paths.forgotPassword()}>Request a new link</TextLink>}
          >
            {failure}
          </Notice>
        )}
        {!token && (
          <Field label="Link from the email" error={errors.token?.message}>
            {({ labelId: _, ...control }) => (
              <Input
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
                {...control}
                {...form.register("token")}
              />
            )}
          </Field>
        )}
        <Field
          label="New password"
          error={errors.password?.message}
          help="At least 8 characters. A few random words work well."
        >
          {({ labelId: _, ...control }) => (
            <PasswordInput autoComplete="new-password" {...control} {...form.register("password")} />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy} className="w-full">
          Save password
        </Button>
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem] text-muted">
          {/* Not fetched ahead: while somebody is still signed in, /login leads elsewhere, and that answer would be kept. */}
          <TextLink href={paths.login()} prefetch={false} className="inline-flex min-h-11 items-center">
            Back to login
          </TextLink>
          {!token && (
            <TextLink href={paths.forgotPassword()} className="inline-flex min-h-11 items-center">
              Request a link
            </TextLink>
          )}
        </p>
      </Form>
    </>
  );
}
