/** The steps of both forms. Safe in the browser, and without zod. */
export type IndividualVariant = "investor" | "startup";

/** The four steps of the individual form (product 2.5). Its documents stand on the last one. */
export const individualSteps = [
  {
    title: "Bio Data",
    subtitle: "Personal Information",
    fields: [
      "firstName",
      "surname",
      "phoneNumber",
      "email",
      "ageBracket",
      "dateOfBirth",
      "stateOfResidence",
      "localGovernment",
      "localGovernmentOther",
      "residentialAddress",
      "ninNumber",
    ],
  },
  {
    title: "Next of Kin",
    fields: [
      "kinFullName",
      "kinRelationship",
      "kinRelationshipOther",
      "kinPhoneNumber",
      "kinEmail",
      "kinResidentialAddress",
    ],
  },
  {
    title: "Account Details",
    subtitle: "Bank Account Information",
    fields: ["accountName", "bankName", "accountNumber", "accountType", "accountTypeOther", "bvnNumber"],
  },
  { title: "KYC Documents", subtitle: "Required Documents", fields: [] },
] as const;

export type IndividualField = (typeof individualSteps)[number]["fields"][number];

/** The four steps of the corporate form (product 2.6). */
export const corporateSteps = [
  { title: "Company Info" },
  { title: "Bank Details" },
  { title: "Signatories" },
  { title: "Documents" },
] as const;

/** A company names at least one and at most so many. */
export const MAX_SIGNATORIES = 20;
