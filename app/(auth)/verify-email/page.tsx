import type { Metadata } from "next";
import { param, type SearchParams } from "@/components/auth/query";
import { VerifyEmail } from "@/components/auth/verify-email-form";

export const metadata: Metadata = { title: "Verify your email" };

export default async function VerifyEmailPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <VerifyEmail
      email={await param(searchParams, "email")}
      callbackUrl={await param(searchParams, "callbackUrl")}
    />
  );
}
