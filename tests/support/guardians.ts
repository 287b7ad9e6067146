import { expect } from "vitest";
import { lagosDay } from "@/lib/dates";
import type { OwnGuardianDto } from "@/lib/guardians/schema";
import { freshEmail, get, person, post, randomDigits, tokenIn, waitForMail, type SignedIn } from "./api";
import { reviewOf } from "./review";
import { pendingInvestor } from "./users";

/** Applicants under 18 and their parents or guardians (product 10.24). */
export const born = (yearsAgo: number, days = 0): string => {
  const date = new Date(`${lagosDay()}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - yearsAgo);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};
export const minor = (dateOfBirth = born(15)) =>
  person({ ...pendingInvestor, answers: { dateOfBirth, ageBracket: "minor" } });

export const ownConsent = async (user: SignedIn) =>
  (await get("/api/verification/guardian", user.token)).body.data as OwnGuardianDto;
export const seen = async (user: SignedIn, reviewer: SignedIn) => (await reviewOf(user, reviewer)).guardian!;
export const nameGuardian = (user: SignedIn, email: string) =>
  post("/api/verification/guardian", { email }, user.token);

export async function asked(user: SignedIn, nth = 1, email = freshEmail("guardian")) {
  expect((await nameGuardian(user, email)).status).toBe(200);
  const mail = await waitForMail(email, /consent/, nth);
  return { email, mail, token: tokenIn(mail) };
}
export const identity = () => ({
  fullName: "Bisi Test",
  relationship: "Parent",
  phoneNumber: `080${randomDigits(8)}`,
  dateOfBirth: born(45),
  ninNumber: randomDigits(11),
  agreed: true,
});
export const consent = (token: string, changes: object = {}) =>
  post("/api/guardians/consent", { token, ...identity(), ...changes });
