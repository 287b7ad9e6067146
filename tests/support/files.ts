import { answers, freshNumber, personalInvestor, post, type SignedIn } from "./api";

/** Creates a new applicant with answers, because documents per hour are limited. */
export async function applicantWithAnswers(): Promise<SignedIn> {
  const applicant = await personalInvestor();
  await post("/api/verification", answers(freshNumber()), applicant.token);
  return applicant;
}
