import type { Metadata } from "next";
import { param, type SearchParams } from "@/components/auth/query";
import { GuardianAnswer, InvalidLink } from "@/components/guardians/guardian-answer";
import { AppError } from "@/lib/errors";
import { findQuestion } from "@/lib/guardians/answer";

// The token in the URL must not be sent to other pages.
export const metadata: Metadata = { title: "A parent's or guardian's consent", referrer: "no-referrer" };

export default async function GuardianPage({ searchParams }: { searchParams: SearchParams }) {
  const token = await param(searchParams, "token");
  const question = await findQuestion({ token: token ?? "" }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "INVALID_TOKEN") return null;
    throw error;
  });
  return token && question ? <GuardianAnswer token={token} {...question} /> : <InvalidLink />;
}
