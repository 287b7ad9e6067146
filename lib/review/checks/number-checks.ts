import "server-only";
import { banks, hasValidNubanCheckDigit } from "@/lib/reference/institutions";
import { bankDetailsOf, defineCheck, listAtMost } from "./check";

const MAX_BANKS = 5;
const DELETED = "The numbers were deleted after their retention period.";

/** Checks that the check digit of the account number (NUBAN) fits the bank; otherwise lists the banks that it does fit. */
export const accountNumber = defineCheck(
  "accountNumber",
  (reviewed) => {
    const details = bankDetailsOf(reviewed);
    return (
      details && {
        fields: [`${details.path}bankName`, `${details.path}accountNumber`],
        compared: details.bank,
      }
    );
  },
  ({ bankName, accountNumber: number }) => {
    if (!number) return ["unavailable", DELETED];
    const fitting = banks.map(({ name }) => name).filter((name) => hasValidNubanCheckDigit(name, number));
    const others =
      fitting.length > 0
        ? `It fits ${listAtMost(fitting, MAX_BANKS)}.`
        : "It does not fit any bank in our list.";
    switch (hasValidNubanCheckDigit(bankName, number)) {
      case null:
        return ["unavailable", `We have no bank code to check the account number for this bank. ${others}`];
      case false:
        return ["warning", `The account number's check digit does not fit ${bankName}. ${others}`];
      case true:
        return [
          "passed",
          `The account number's check digit fits ${bankName}. That does not prove that the account exists.`,
        ];
    }
  },
);

/** Checks that the NIN and the BVN differ. Both have 11 digits but are issued by different registers. */
export const ninAndBvn = defineCheck(
  "ninAndBvn",
  ({ personal, bankDetails }) =>
    personal &&
    bankDetails && {
      fields: ["personal.ninNumber", "bankDetails.bvnNumber"],
      compared: [personal.ninNumber, bankDetails.bvnNumber] as const,
    },
  ([nin, bvn]) => {
    if (!nin || !bvn) return ["unavailable", DELETED];
    return nin === bvn
      ? [
          "warning",
          "NIN and BVN are the same number. They come from different registers, so one was probably entered twice.",
        ]
      : ["passed", "NIN and BVN are different numbers."];
  },
);
