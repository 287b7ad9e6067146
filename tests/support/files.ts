import { answers, freshNumber, personalInvestor, post, type SignedIn } from "./api";

/** Another applicant with answers: documents per hour are limited. */
export async function applicantWithAnswers(): Promise<SignedIn> {
  const applicant = await personalInvestor();
  await post("/api/verification", answers(freshNumber()), applicant.token);
  return applicant;
}
