import type { Metadata } from "next";
import { param, type SearchParams } from "@/components/auth/query";
import { ResetPassword } from "@/components/auth/reset-password-form";

// The token in the URL must not be sent to other pages.
export const metadata: Metadata = { title: "Set a new password", referrer: "no-referrer" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  return <ResetPassword token={await param(searchParams, "token")} />;
}
