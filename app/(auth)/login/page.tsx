import type { Metadata } from "next";
import { AuthHeading } from "@/components/auth/auth-heading";
import { LoginForm } from "@/components/auth/login-form";
import { param, type SearchParams } from "@/components/auth/query";

export const metadata: Metadata = { title: "Log in" };

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <>
      <AuthHeading title="Log in">Welcome back. Your account is one step away.</AuthHeading>
      <LoginForm callbackUrl={await param(searchParams, "callbackUrl")} />
    </>
  );
}
