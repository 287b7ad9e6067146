"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, type Resolver } from "react-hook-form";
import * as z from "zod";
import { TwoStepCode } from "@/components/auth/two-step-code";
import { PasswordField } from "@/components/forms/account-fields";
import { passwordOnlySchema } from "@/lib/account/schema";
import { secondStepSchema } from "@/lib/users/schema";

interface Proof {
  password: string;
  code: string;
  recovery: boolean;
}

const checkPassword: Resolver<Proof> = zodResolver(
  passwordOnlySchema.extend({ code: z.string(), recovery: z.boolean() }),
);
const checkProof: Resolver<Proof> = zodResolver(passwordOnlySchema.and(secondStepSchema));

/** The form of a FormDialog that requires re-authentication: the password, and with `needsCode` a code of two-step login. */
export function useOwnPassword(
  email: string,
  send: (proof: { password: string; code: string }) => Promise<unknown>,
  { needsCode = false } = {},
) {
  const form = useForm({
    resolver: needsCode ? checkProof : checkPassword,
    defaultValues: { password: "", code: "", recovery: false },
  });
  return {
    form,
    send: ({ password, code }: Proof) => send({ password, code }),
    otherwise: needsCode ? ("code" as const) : ("password" as const),
    children: (
      <>
        {/* The username for password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Your password" help="We ask again in case someone else is using your device." />
        {needsCode && <TwoStepCode />}
      </>
    ),
  };
}
