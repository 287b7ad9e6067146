"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { call, toApiError } from "@/lib/contract/client";
import { verification } from "@/lib/contract/endpoints/verification";
import { requiredForm } from "@/lib/verification/policy";

/** Asks a user who was approved while under 18 to verify again as an adult (product 10.24). */
export function VerifyAgain() {
  const router = useRouter();
  const { setUser } = useSession();
  const [isOpen, setIsOpen] = useState(false);
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
    <>
      <Notice
        tone="info"
        title="You are 18 now: please verify again"
        action={
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Verify again
          </Button>
        }
      >
        We approved you while you were under 18. As an adult, you verify in your own right.
      </Notice>
      {isOpen && (
        <ConfirmDialog
          onClose={() => setIsOpen(false)}
          title="Verify again now?"
          description="Have your documents ready. Your dashboard closes now and opens again when we approve the new verification."
          confirmLabel="Verify again"
          busyLabel="Opening the form..."
          busy={busy}
          error={error}
          onConfirm={() => void begin()}
        />
      )}
    </>
  );
}
