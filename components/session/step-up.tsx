"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { call, onStepUpRequired } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { useSession } from "./session-provider";

/** Loaded on demand: a login counts as a proof for a while. */
const IdentityDialog = dynamic(() => import("./identity-dialog").then((module) => module.IdentityDialog), {
  ssr: false,
});

/** Asks for the password when a call needs a fresh proof of identity; the call then continues. */
export function StepUp() {
  const { user } = useSession();
  const [answer, setAnswer] = useState<{ resolve: (proved: boolean) => void } | null>(null);
  useEffect(() => onStepUpRequired(() => new Promise((resolve) => setAnswer({ resolve }))), []);
  if (!answer || !user) return null;
  const close = (proved: boolean) => {
    setAnswer(null);
    answer.resolve(proved);
  };
  return (
    <IdentityDialog
      email={user.email}
      title="Confirm it's you"
      description="You logged in a while ago. For this we check again who you are."
      submitLabel="Continue"
      prove={async (body) => {
        await call(auth.stepUp, { body });
        close(true);
      }}
      onClose={() => close(false)}
    />
  );
}
