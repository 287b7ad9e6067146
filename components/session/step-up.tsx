"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { onStepUpRequired } from "@/lib/contract/client";
import { useSession } from "./session-provider";

/** Loaded on demand: a login counts as a proof for a while. */
const StepUpDialog = dynamic(() => import("./step-up-dialog").then((module) => module.StepUpDialog), {
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
  return <StepUpDialog email={user.email} onProved={() => close(true)} onClose={() => close(false)} />;
}
