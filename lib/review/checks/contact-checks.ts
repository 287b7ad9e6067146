import { mailboxOf, nationalNumber } from "@/lib/verification/identity";
import { defineCheck } from "./check";

/** The next of kin can be reached where the applicant cannot: their phone and email are not the applicant's. */
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
      return ["passed", "The next of kin has another phone number and email address than the applicant."];
    return [
      "warning",
      `The next of kin has the same ${same.map(({ word }) => word).join(" and ")} as the applicant.`,
      same.flatMap(({ field }) => [`nextOfKin.${field}`, `personal.${field}`]),
    ];
  },
);
