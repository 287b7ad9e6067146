"use client";

import { useRouter } from "next/navigation";
import { useSession } from "@/components/auth/session-provider";
import { ActionDialog } from "@/components/forms/action-dialog";
import { call } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";
import { requiredForm } from "@/lib/submission-rules";

/** Opens the form for the parts that are renewed. */
export function RenewalDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { setUser } = useSession();
  const begin = async () => {
    const { data } = await call(onboarding.startRenewal);
    setUser(data);
    const form = requiredForm(data);
    if (form) router.push(form.path);
  };
  return (
    <ActionDialog
      onClose={onClose}
      title="Renew your details now?"
      description="Have the new document ready. Your dashboard stays open, and what we owe you is paid as before. You can make new investments again when we approve the renewal."
      confirmLabel="Renew now"
      busyLabel="Opening the form..."
      send={begin}
    />
  );
}
