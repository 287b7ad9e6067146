"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { NewPasswordField, TextField } from "@/components/forms/account-fields";
import { TextLink } from "@/components/ui/link";
import { auth } from "@/lib/auth/api";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";
import { resetPasswordSchema } from "@/lib/users/schema";
import { AuthForm, AuthHeading, BackToLogin } from "./auth-form";
import { useSession } from "./session-provider";

const resolver = zodResolver(resetPasswordSchema);

/** Returns the token of a pasted link, or the pasted text itself. */
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
  const { clear } = useSession();
  const form = useForm({
    resolver,
    mode: "onChange",
    defaultValues: { token: token ?? "", password: "" },
  });

  return (
    <>
      <AuthHeading title="Set a new password">
        {token
          ? "We'll log you out on every device. Then log in with your new password."
          : "Paste the link from our email. No email yet? Request a link first."}
      </AuthHeading>
      <AuthForm
        form={form}
        send={async (values) => {
          await call(auth.resetPassword, { body: { ...values, token: tokenOf(values.token) } });
          // The reset has ended all sessions.
          clear();
          toast.success("Password changed. Log in with your new password.");
          router.replace(paths.login());
          router.refresh();
        }}
        submitLabel="Save password"
        failureAction={<TextLink href={paths.forgotPassword()}>Request a new link</TextLink>}
        footer={
          <p className="flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem]">
            <BackToLogin />
            {!token && (
              <TextLink href={paths.forgotPassword()} className="inline-flex min-h-11 items-center">
                Request a link
              </TextLink>
            )}
          </p>
        }
      >
        {!token && (
          <TextField
            name="token"
            label="Link from the email"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
        <NewPasswordField label="New password" />
      </AuthForm>
    </>
  );
}
