import "server-only";
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

/** Runs all checks that compare the answers of a case (product 10.19). They inform the reviewer and decide nothing. */
export const runChecks = (reviewed: ReviewedCase): CheckDto[] =>
  checks.flatMap((check) => check(reviewed) ?? []);
