"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { toApiError } from "@/lib/contract/client";
import type { PasskeyProof, PasskeyRequest } from "@/lib/users/passkey-schema";
import { cancelPasskeyPrompt, getPasskey, supportsPasskeys } from "./passkey";

export interface PasskeyOffer {
  /** A challenge that the server has already sent. */
  request?: PasskeyRequest | null;
  /** Gets another challenge. */
  renew: () => Promise<PasskeyRequest | null>;
}

/** A challenge can be used once and is valid for five minutes. */
const MAX_AGE_MS = 4 * 60_000;

/**
 * Offers the passkey first, above the other fields of a form, which shows its errors. Renders nothing if the browser does not support
 * passkeys.
 */
export function PasskeyButton({
  request = null,
  renew,
  send,
}: PasskeyOffer & { send: (passkey: PasskeyProof) => Promise<unknown> }) {
  const { setError, clearErrors } = useFormContext();
  const [busy, setBusy] = useState(false);
  const unused = useRef(request);
  useEffect(() => {
    const timer = setTimeout(() => (unused.current = null), MAX_AGE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isLeft = useRef(false);
  const isPrompting = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      if (isPrompting.current) void cancelPasskeyPrompt();
    };
  }, []);
  if (!supportsPasskeys()) return null;

  const use = async () => {
    setBusy(true);
    clearErrors();
    try {
      const challenge = unused.current ?? (await renew());
      unused.current = null;
      if (isLeft.current) return;
      if (challenge) {
        isPrompting.current = true;
        const passkey = await getPasskey(challenge);
        isPrompting.current = false;
        // The button stays busy after success, while the dialog closes or the next page loads.
        return isLeft.current ? undefined : await send(passkey);
      }
      setError("root", { message: "Your passkeys have been removed. Use another method." });
    } catch (thrown) {
      isPrompting.current = false;
      if (isLeft.current) return;
      const error = toApiError(thrown);
      setError("root", { type: error.code ?? "server", message: error.message });
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        data-autofocus
        size="lg"
        className="w-full"
        busy={busy}
        busyLabel="Waiting for your passkey..."
        icon={<KeyRound aria-hidden className="size-5" />}
        onClick={() => void use()}
      >
        Use a passkey
      </Button>
      <p className="-my-1 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  );
}
