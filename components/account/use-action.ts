"use client";

import { useState } from "react";
import { useSession } from "@/components/session/session-provider";
import type { Outcome } from "@/lib/http/action";
import { NETWORK_ERROR } from "@/lib/contract/messages";

/** Runs one server action at a time. What went wrong on the way is an outcome too; a session that is over is told by the frame. */
export function useAction() {
  const { refreshUser } = useSession();
  const [busy, setBusy] = useState(false);

  async function run<T>(act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    setBusy(true);
    try {
      const outcome = await act();
      if (!outcome.ok && outcome.error === "UNAUTHENTICATED") await refreshUser();
      return outcome;
    } catch {
      // No answer came, or the guard led elsewhere because the session has ended.
      await refreshUser();
      return { ok: false, error: "UNAVAILABLE", message: NETWORK_ERROR };
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
