"use client";

import { useEffect, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { auth } from "@/lib/auth/api";
import { call, toApiError } from "@/lib/contract/client";
import { tabStorage } from "@/lib/pages/storage";

const RESEND_SECONDS = 60;
const cooldownKey = (email: string) => `code-sent:${email.trim().toLowerCase()}`;

/** Stores the end of the cooldown, so that the countdown survives a reload. */
export const startResendCooldown = (email: string, seconds = RESEND_SECONDS): void =>
  tabStorage.set(cooldownKey(email), String(Date.now() + seconds * 1000));

/** Seconds until another code can be requested. */
const resendCooldownSeconds = (email: string): number =>
  Math.max(0, Math.ceil((Number(tabStorage.get(cooldownKey(email))) - Date.now()) / 1000));

/** Requests another code, at most once a minute, and shows the remaining wait. */
export function ResendCode({ email }: { email: string }) {
  const [wait, setWait] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const tick = () => setWait(resendCooldownSeconds(email));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [email]);

  const resend = async () => {
    setBusy(true);
    try {
      await call(auth.resendCode, { body: { email } });
      startResendCooldown(email);
      setWait(RESEND_SECONDS);
      toast.success("New code sent");
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.retryAfter) startResendCooldown(email, error.retryAfter);
      toast.error(error.message);
    } finally {
      setBusy(false);
    }
  };

  return wait ? (
    <p className="flex min-h-11 items-center text-[0.9375rem] text-muted">
      {/* The countdown is not a live region: a screen reader would read out every second. */}
      <span className="figures">{`You can request a new code in ${wait} seconds`}</span>
    </p>
  ) : (
    <Button
      variant="quiet"
      busy={busy}
      disabled={wait === null}
      className="-ml-4"
      onClick={() => void resend()}
    >
      Resend code
    </Button>
  );
}
