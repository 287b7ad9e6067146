"use client";

import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { LoginForm } from "./login-form";
import { RegisterForm } from "./register-form";

/*
 * Both pages are built ahead; only the browser knows the query. The server's HTML shows the same form without it (waiting, see
 * forms/form.tsx), so that nothing jumps when the query is read.
 */
const useCallbackUrl = () => useSearchParams().get("callbackUrl") ?? undefined;

function LoginWithQuery() {
  return <LoginForm callbackUrl={useCallbackUrl()} />;
}

export function LoginScreen() {
  return (
    <Suspense fallback={<LoginForm callbackUrl={undefined} />}>
      <LoginWithQuery />
    </Suspense>
  );
}

function RegisterWithQuery() {
  return <RegisterForm callbackUrl={useCallbackUrl()} />;
}

export function RegisterScreen() {
  return (
    <Suspense fallback={<RegisterForm callbackUrl={undefined} />}>
      <RegisterWithQuery />
    </Suspense>
  );
}
