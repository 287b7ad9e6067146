import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { ApiError } from "@/lib/contract/client";
import type { NewPasskey, PasskeyProof, PasskeyRequest } from "@/lib/users/passkey-schema";

/** Asks the browser for passkeys. The library is loaded when it is needed. */
const load = () => import("@simplewebauthn/browser");

/** Returns false also on a site without https, where browsers have no passkeys. */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

const messages: Record<string, string> = {
  // The prompt was cancelled or timed out: browsers do not say which.
  NotAllowedError: "No passkey was used. Try again, or use another way.",
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

/** Closes the browser's prompt, e.g. because the form that asked for it was left. */
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
