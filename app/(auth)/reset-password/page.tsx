import type { Metadata } from "next";
import { param, type SearchParams } from "@/components/auth/query";
import { ResetPassword } from "@/components/auth/reset-password-form";

// The token stands in the address: no page that is reached from here may learn it.
export const metadata: Metadata = { title: "Set a new password", referrer: "no-referrer" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  return <ResetPassword token={await param(searchParams, "token")} />;
}
