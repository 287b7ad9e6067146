"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { auth } from "@/lib/auth/api";
import { call, onStepUpRequired } from "@/lib/contract/client";
import type { SecondStepDto } from "@/lib/users/passkey-schema";
import { useSession } from "./session-provider";

/** Loaded on demand: a login counts as a proof for a while. */
const IdentityDialog = dynamic(() => import("./identity-dialog").then((module) => module.IdentityDialog), {
  ssr: false,
});

const fetchSecondStepOptions = async (): Promise<SecondStepDto> => (await call(auth.stepUpOptions)).data;

interface Question {
  resolve: (proved: boolean) => void;
  secondStep: SecondStepDto | null;
}

/** Asks for a passkey or the password when a call needs a fresh proof of identity; the call then continues. */
export function StepUp() {
  const { user } = useSession();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      onStepUpRequired(async () => {
        // If the options cannot be loaded, the password is offered.
        const secondStep = await fetchSecondStepOptions().catch(() => null);
        return new Promise((resolve) => setQuestion({ resolve, secondStep }));
      }),
    [],
  );
  if (!question || !user) return null;
  const close = (proved: boolean) => {
    setQuestion(null);
    question.resolve(proved);
  };
  return (
    <IdentityDialog
      email={user.email}
      title="Confirm it's you"
      description="You logged in a while ago, so we need to check that it's you."
      submitLabel="Continue"
      secondStep={question.secondStep}
      prove={async (body) => {
        await call(auth.stepUp, { body });
        close(true);
      }}
      renewRequest={async () => (await fetchSecondStepOptions()).passkey}
      onClose={() => close(false)}
    />
  );
}
