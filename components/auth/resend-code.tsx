"use client";

import { useEffect, useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { toApiError } from "@/lib/contract/client";
import { startResendCooldown, RESEND_SECONDS, resendCooldownSeconds } from "./resend-cooldown";

/** Asks for another code, at most once a minute; the wait is counted down in sight. */
export function ResendCode({ email }: { email: string }) {
  const { resendCode } = useSession();
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
      await resendCode(email);
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
      {/* Not live: a screen reader would count along. */}
      <span className="figures">You can request a new code in {wait} seconds</span>
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
