"use client";

import { useRouter } from "next/navigation";
import { useSession } from "@/components/auth/session-provider";
import { ActionDialog } from "@/components/forms/action-dialog";
import { call } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";
import { requiredForm } from "@/lib/submission-rules";

/** Why an approved user fills in their form again, with the call that opens it. */
const reasons = {
  adult: {
    start: onboarding.verifyAgain,
    title: "Verify again now?",
    description:
      "Have your documents ready. Your dashboard closes now and opens again when we approve the new verification.",
    confirmLabel: "Verify again",
  },
  renewal: {
    start: onboarding.startRenewal,
    title: "Renew your details now?",
    description:
      "Have the new document ready. Your dashboard stays open, and what we owe you is paid as before. You can make new investments again when we approve the renewal.",
    confirmLabel: "Renew now",
  },
} as const;

/** Asks before the form of an approved user opens again, and opens it. */
export function BeginFormDialog({ reason, onClose }: { reason: keyof typeof reasons; onClose: () => void }) {
  const router = useRouter();
  const { setUser } = useSession();
  const { start, ...texts } = reasons[reason];
  const begin = async () => {
    const { data } = await call(start);
    setUser(data);
    const form = requiredForm(data);
    if (form) router.push(form.path);
  };
  return <ActionDialog onClose={onClose} {...texts} busyLabel="Opening the form..." send={begin} />;
}
