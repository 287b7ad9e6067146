import type { Metadata } from "next";
import { AuthHeading } from "@/components/auth/auth-form";
import { RegisterForm } from "@/components/auth/register-form";

export const metadata: Metadata = { title: "Create an account" };

export default function RegisterPage() {
  return (
    <>
      <AuthHeading title="Create an account">
        For investors, and for businesses that need funding.
      </AuthHeading>
      <RegisterForm />
    </>
  );
}
