import type { Prisma } from "@/lib/db/client";

/** What is read of each table to tell it, the key first. A query may bring more. */
export const selectedColumns = {
  user: [
    "id",
    "name",
    "email",
    "phone",
    "role",
    "isSuper",
    "investorType",
    "status",
    "submittedAt",
    "reviewedAt",
    "rejectionReason",
    "currentSubmissionId",
    "twoStepSince",
    "createdAt",
  ],
  reviewer: ["id", "name"],
  submission: ["id", "kind"],
  personal: [
    "submissionId",
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
    "dataKey",
    "ninCipher",
  ],
  nextOfKin: [
    "submissionId",
    "fullName",
    "relationship",
    "relationshipOther",
    "phoneNumber",
    "email",
    "residentialAddress",
  ],
  bankDetails: [
    "submissionId",
    "accountName",
    "bankName",
    "accountType",
    "accountTypeOther",
    "dataKey",
    "accountNumberCipher",
    "bvnCipher",
  ],
  company: [
    "submissionId",
    "name",
    "incorporationNumber",
    "dateOfIncorporation",
    "address",
    "state",
    "localGovernment",
    "localGovernmentOther",
    "phone",
    "email",
    "referralOfficer",
    "referralContact",
  ],
  signatory: ["id", "fullName", "position", "phoneNumber", "email", "dataKey", "bvnCipher"],
} as const;

type Read<Table extends keyof typeof selectedColumns, Model> = Pick<
  Model,
  (typeof selectedColumns)[Table][number] & keyof Model
>;
type Enclosed = Pick<Prisma.DocumentModel, "name" | "fileId" | "signatoryId">;

/** A submission, as far as it is told. */
export interface SubmissionRow extends Read<"submission", Prisma.SubmissionModel> {
  personal: Read<"personal", Prisma.PersonalDetailsModel> | null;
  nextOfKin: Read<"nextOfKin", Prisma.NextOfKinModel> | null;
  bankDetails: Read<"bankDetails", Prisma.BankDetailsModel> | null;
  company: Read<"company", Prisma.CompanyModel> | null;
  signatories: (Read<"signatory", Prisma.SignatoryModel> & { documents: Pick<Enclosed, "fileId">[] })[];
  documents: Enclosed[];
}

/** A user with the submission that counts, as far as they are told. */
export interface UserRow extends Read<"user", Prisma.UserModel> {
  currentSubmission: SubmissionRow | null;
  reviewedBy: Read<"reviewer", Prisma.UserModel> | null;
}
