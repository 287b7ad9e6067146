import "server-only";
import { isAdult } from "@/lib/age";
import { joinWords } from "@/lib/join-words";
import { mailboxOf } from "@/lib/onboarding/link-facts";
import { nationalNumber } from "@/lib/phone";
import { defineCheck } from "./check";

/** Checks that the next of kin has a different phone number and email address from the applicant's. */
export const nextOfKin = defineCheck(
  "nextOfKin",
  ({ personal, nextOfKin: kin, profile }) =>
    personal &&
    kin && {
      fields: ["nextOfKin.phoneNumber", "nextOfKin.email", "personal.phoneNumber", "personal.email"],
      compared: {
        phone: nationalNumber(kin.phoneNumber),
        email: mailboxOf(kin.email),
        ownPhones: [personal.phoneNumber, profile.phone].map(nationalNumber),
        ownEmails: [personal.email, profile.email].map(mailboxOf),
      },
    },
  ({ phone, email, ownPhones, ownEmails }) => {
    const same = [
      ...(ownPhones.includes(phone) ? [{ field: "phoneNumber", word: "phone number" }] : []),
      ...(ownEmails.includes(email) ? [{ field: "email", word: "email address" }] : []),
    ];
    if (same.length === 0)
      return ["passed", "The next of kin's phone number and email address differ from the applicant's."];
    return [
      "warning",
      `The next of kin has the same ${same.map(({ word }) => word).join(" and ")} as the applicant.`,
      same.flatMap(({ field }) => [`nextOfKin.${field}`, `personal.${field}`]),
    ];
  },
);

/** Checks that an applicant under 18 has the consent of a parent or guardian, for these answers and from a different person. */
export const guardian = defineCheck(
  "guardian",
  ({ personal, guardian: consenting, today }) =>
    personal && !isAdult(personal.dateOfBirth, today)
      ? { fields: ["personal.dateOfBirth"], compared: consenting }
      : null,
  (consenting) => {
    if (!consenting)
      return ["warning", "The applicant is under 18, and no parent or guardian has consented."];
    if (!consenting.isForApplicant)
      return [
        "warning",
        "A parent or guardian consented for another name, NIN or date of birth. That consent does not count.",
      ];
    return consenting.shared.length === 0
      ? ["passed", "A parent or guardian has consented. Their contact details differ from the applicant's."]
      : [
          "warning",
          `The parent or guardian who consented has the applicant's ${joinWords(consenting.shared)}. That consent does not count.`,
        ];
  },
);
