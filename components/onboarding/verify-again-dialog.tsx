"use client";

import { useRouter } from "next/navigation";
import { useSession } from "@/components/auth/session-provider";
import { ActionDialog } from "@/components/forms/action-dialog";
import { call } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";
import { requiredForm } from "@/lib/submission-rules";

/** Ends the approval and opens the form. */
export function VerifyAgainDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { setUser } = useSession();
  const begin = async () => {
    const { data } = await call(onboarding.verifyAgain);
    setUser(data);
    const form = requiredForm(data);
    if (form) router.push(form.path);
  };
  return (
    <ActionDialog
      onClose={onClose}
      title="Verify again now?"
      description="Have your documents ready. Your dashboard closes now and opens again when we approve the new verification."
      confirmLabel="Verify again"
      busyLabel="Opening the form..."
      send={begin}
    />
  );
}
