import * as z from "zod";

/** The messages about passkeys between browser and server (WebAuthn Level 3, 5.1.8-5.1.10), as JSON. Safe in the browser. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);

/** The id of a credential, which has at most 1,023 bytes. */
const credentialId = base64url(1_364).min(1);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  /** No extensions are requested, so their output is ignored. */
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A new passkey, as returned by `navigator.credentials.create()`. */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(16_384),
    transports: z.array(z.string().regex(/^[a-z-]{1,30}$/)).max(10).catch([]).default([]), // oxfmt-ignore
  }),
});

/** Proof of a passkey, as returned by `navigator.credentials.get()`. */
export const passkeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
  }),
});

/** The argument of `navigator.credentials.get()`. */
export const passkeyRequestDto = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** The timeout in milliseconds. */
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
  ),
});

/** The second factors that a user can give; a recovery code is always accepted too. */
export const secondStepDto = z.object({
  methods: z.array(z.enum(["app", "passkey"])),
  /** The request for a passkey; null without one. */
  passkey: passkeyRequestDto.nullable(),
});

export type NewPasskey = z.output<typeof newPasskeySchema>;
export type PasskeyProof = z.output<typeof passkeySchema>;
export type PasskeyRequest = z.output<typeof passkeyRequestDto>;
export type SecondStepDto = z.output<typeof secondStepDto>;
