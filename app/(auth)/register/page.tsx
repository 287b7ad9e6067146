import type { Metadata } from "next";
import { AuthHeading } from "@/components/auth/auth-heading";
import { RegisterScreen } from "@/components/auth/guest-screens";

export const metadata: Metadata = { title: "Create an account" };

export default function RegisterPage() {
  return (
    <>
      <AuthHeading title="Create an account">For investors and for businesses that need funding.</AuthHeading>
      <RegisterScreen />
    </>
  );
}
