import type { Check, ReviewedCase } from "./check";
import { guardian, nextOfKin } from "./contact-checks";
import { age, incorporation } from "./date-checks";
import { accountName, letters, profileName, signatories } from "./name-checks";
import { accountNumber, ninAndBvn } from "./number-checks";
import { place } from "./place-checks";
import type { CheckDto } from "./schema";

/** All checks, in the order of the form. */
const checks: readonly Check[] = [
  profileName,
  accountName,
  letters,
  signatories,
  accountNumber,
  ninAndBvn,
  age,
  nextOfKin,
  guardian,
  incorporation,
  place,
];

/** What can be seen by comparing the answers of a case (product 10.19). It informs the reviewer and decides nothing. */
export const runChecks = (reviewed: ReviewedCase): CheckDto[] =>
  checks.flatMap((check) => check(reviewed) ?? []);
