"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSession } from "@/components/session/session-provider";
import { ConfirmDialog } from "@/components/ui/dialog";
import { call, toApiError } from "@/lib/contract/client";
import { verification } from "@/lib/contract/endpoints/verification";
import { requiredForm } from "@/lib/submission-rules";

/** Ends the approval and opens the form. */
export function VerifyAgainDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { setUser } = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const begin = async () => {
    setBusy(true);
    setError(null);
    try {
      const { data } = await call(verification.verifyAgain);
      setUser(data);
      const form = requiredForm(data);
      if (form) router.push(form.path);
    } catch (failure) {
      setError(toApiError(failure).message);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Verify again now?"
      description="Have your documents ready. Your dashboard closes now and opens again when we approve the new verification."
      confirmLabel="Verify again"
      busyLabel="Opening the form..."
      busy={busy}
      error={error}
      onConfirm={() => void begin()}
    />
  );
}
