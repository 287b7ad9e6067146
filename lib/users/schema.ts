import * as z from "zod";
import { email, registrationPhone, optionalText, password, userName } from "@/lib/forms/atoms";
import { normalizeNumber } from "@/lib/text";
import { passkeySchema } from "./passkey-schema";

/** Request schemas for authentication (product 7.1, 10.3). */
export const CODE_MESSAGE = "Enter the 6-digit code";

export const registerSchema = z.object({
  name: userName(),
  email: email(),
  phone: registrationPhone,
  password,
});

export const loginSchema = z.object({
  email: email(),
  // Passwords of any length are accepted, so that the response does not reveal the password policy.
  password: z.string({ error: "Enter your password" }).min(1, "Enter your password").max(1024),
  /** The second factor, if two-step login is on: six digits from the authenticator app, or a recovery code. */
  code: optionalText(40),
  /** A passkey, accepted instead of a code. */
  passkey: passkeySchema.nullish(),
});

/** A fresh proof of identity within a session: a passkey, or the password plus, with two-step login, a code. */
export const proofSchema = loginSchema
  .pick({ code: true, passkey: true })
  .extend({ password: z.string().max(1024).nullish() })
  .refine(({ password, passkey }) => password || passkey, {
    path: ["password"],
    error: "Enter your password",
  });

/** Six digits, from an email or an authenticator app. */
export const codeSchema = z.object({
  code: z
    .string({ error: CODE_MESSAGE })
    .overwrite(normalizeNumber)
    .regex(/^\d{6}$/, CODE_MESSAGE),
});
const RECOVERY_MESSAGE = "Enter one of your recovery codes";
export const recoveryCodeSchema = z.object({
  code: z.string({ error: RECOVERY_MESSAGE }).trim().min(1, RECOVERY_MESSAGE).max(40, RECOVERY_MESSAGE),
});

/** The second step as a form: a code from the authenticator app or, with `recovery`, a recovery code. */
export const secondStepSchema = z.discriminatedUnion("recovery", [
  codeSchema.extend({ recovery: z.literal(false) }),
  recoveryCodeSchema.extend({ recovery: z.literal(true) }),
]);

export const verifyEmailSchema = codeSchema.extend({ email: email() });

export const emailOnlySchema = z.object({ email: email() });

export const resetPasswordSchema = z.object({
  token: z
    .string({ error: "This link doesn't work. Request a new one." })
    .trim()
    .min(1, "This link doesn't work. Request a new one.")
    .max(200),
  password,
});

export const setRoleSchema = z.object({
  role: z.enum(["startup", "investor"], "Choose startup or investor"),
});
export const setInvestorTypeSchema = z.object({
  type: z.enum(["personal", "corporate"], "Choose personal or corporate"),
});

/** The profile fields that users may change themselves; all other fields are ignored (threat 18). */
export const updateMeSchema = z.object({
  name: userName().optional(),
  phone: registrationPhone.optional(),
});
