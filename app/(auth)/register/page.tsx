import type { Metadata } from "next";
import { AuthHeading } from "@/components/auth/auth-heading";
import { param, type SearchParams } from "@/components/auth/query";
import { RegisterForm } from "@/components/auth/register-form";

export const metadata: Metadata = { title: "Create an account" };

export default async function RegisterPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <>
      <AuthHeading title="Create an account">For investors and for businesses that need funding.</AuthHeading>
      <RegisterForm callbackUrl={await param(searchParams, "callbackUrl")} />
    </>
  );
}
