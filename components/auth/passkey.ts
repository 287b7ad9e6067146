import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { ApiError } from "@/lib/contract/client";
import type { NewPasskey, PasskeyProof, PasskeyRequest } from "@/lib/users/passkey-schema";

/** Requests passkeys from the browser. The library is loaded on demand. */
const load = () => import("@simplewebauthn/browser");

/** Also returns false on a site without https, where browsers do not support passkeys. */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

const messages: Record<string, string> = {
  // The prompt was cancelled or timed out: browsers do not distinguish these.
  NotAllowedError: "No passkey was used. Try again, or use another method.",
  InvalidStateError: "This device already has a passkey for your account.",
};

async function ask<T>(prompt: () => Promise<T>): Promise<T> {
  try {
    return await prompt();
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new ApiError(0, "PASSKEY_FAILED", messages[name] ?? "Your browser couldn't use a passkey here.");
  }
}

/** Closes the browser's prompt, e.g. when the user leaves the form that opened it. */
export const cancelPasskeyPrompt = (): Promise<void> =>
  load().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());

/** Throws ApiError with a message for the user. */
export const getPasskey = (optionsJSON: PasskeyRequest): Promise<PasskeyProof> =>
  ask(async () => {
    const { startAuthentication } = await load();
    return (await startAuthentication({ optionsJSON })) as PasskeyProof;
  });

/** Throws ApiError with a message for the user. */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey> =>
  ask(async () => {
    const { startRegistration } = await load();
    return (await startRegistration({ optionsJSON })) as NewPasskey;
  });
