"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { AuthHeading } from "./auth-heading";
import { LoginForm, type Credentials } from "./login-form";
import { useRedirectAfterLogin, useReturnWhenSignedIn } from "./use-go-on";
import { useQueryParam } from "./use-query-param";

/** Comes when it is asked for. */
const SecondStep = dynamic(() => import("./second-step").then((module) => module.SecondStep), { ssr: false });

/** The password and, where it is on, the second step in the same place. What was typed and where to go are kept between the two. */
export function Login({ supportEmail }: { supportEmail: string }) {
  const callbackUrl = useQueryParam("callbackUrl");
  const goOn = useRedirectAfterLogin(callbackUrl);
  useReturnWhenSignedIn(callbackUrl);
  const [typed, setTyped] = useState<Credentials | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  if (typed && asksCode) {
    return (
      <SecondStep
        credentials={typed}
        supportEmail={supportEmail}
        onSignedIn={goOn}
        onBack={(why) => {
          setRefusal(why);
          setAsksCode(false);
        }}
      />
    );
  }
  return (
    <>
      <AuthHeading title="Log in">Welcome back.</AuthHeading>
      <LoginForm
        callbackUrl={callbackUrl}
        typed={typed}
        refusal={refusal}
        onSignedIn={goOn}
        onSecondStep={(given) => {
          setTyped(given);
          setAsksCode(true);
        }}
      />
    </>
  );
}
