"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, type Resolver } from "react-hook-form";
import * as z from "zod";
import { PasskeyButton, type PasskeyOffer } from "@/components/auth/passkey-button";
import { TwoStepCode } from "@/components/auth/two-step-code";
import { PasswordField } from "@/components/forms/account-fields";
import { passwordOnlySchema } from "@/lib/account/schema";
import type { PasskeyProof } from "@/lib/users/passkey-schema";
import { secondStepSchema } from "@/lib/users/schema";

interface Values {
  password: string;
  code: string;
  recovery: boolean;
}

/** A passkey, or the password plus, with two-step login, a code. */
export interface GivenProof {
  password: string;
  code: string;
  passkey?: PasskeyProof;
}

const checkPassword: Resolver<Values> = zodResolver(
  passwordOnlySchema.extend({ code: z.string(), recovery: z.boolean() }),
);
const checkProof: Resolver<Values> = zodResolver(passwordOnlySchema.and(secondStepSchema));

interface Options {
  /** Asks for a code in addition to the password. */
  needsCode?: boolean;
  hasApp?: boolean;
  /** Offers a passkey. */
  passkey?: PasskeyOffer | null;
}

/**
 * Returns the form of a FormDialog that requires a proof of identity: a passkey if there is one; otherwise the password and, with
 * `needsCode`, a code.
 */
export function useIdentityProof(
  email: string,
  send: (proof: GivenProof) => Promise<unknown>,
  { needsCode = false, hasApp = true, passkey = null }: Options = {},
) {
  const form = useForm({
    resolver: needsCode ? checkProof : checkPassword,
    defaultValues: { password: "", code: "", recovery: !hasApp },
  });
  return {
    form,
    send: ({ password, code }: Values) => send({ password, code }),
    otherwise: needsCode ? ("code" as const) : ("password" as const),
    children: (
      <>
        {passkey && (
          <PasskeyButton
            {...passkey}
            send={(proof) => send({ password: form.getValues("password"), code: "", passkey: proof })}
          />
        )}
        {/* This field provides the username to password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Your password" help="We ask again in case someone else is using your device." />
        {needsCode && <TwoStepCode hasApp={hasApp} />}
      </>
    ),
  };
}
