import "server-only";
import { mustSetUpTwoStep } from "@/lib/auth/sessions";
import type { Prisma } from "@/lib/db/client";
import { mask, openRowCipher } from "@/lib/pii/cipher";
import { OTHER } from "@/lib/reference";
import { paths } from "@/lib/routes/paths";
import type { SubmissionRow, UserRow } from "./selected-columns";
import { decryptMasked } from "./masked-number-cache";
import type {
  BankDetailsDto,
  CorporateDto,
  NextOfKinDto,
  PersonalDocumentsDto,
  PersonalDto,
  UserDto,
  VerificationDto,
} from "./dto";

/** Rows never leave: this is the one place where a user and their submission become what is answered, masked (threat 35). */
export const submissionInclude = {
  personal: true,
  nextOfKin: true,
  bankDetails: true,
  company: true,
  signatories: { orderBy: { ordinal: "asc" }, include: { documents: { select: { fileId: true } } } },
  documents: { select: { name: true, fileId: true, signatoryId: true } },
} as const satisfies Prisma.SubmissionInclude;

/** A user with the submission that counts and who decided on it. */
export const userInclude = {
  currentSubmission: { include: submissionInclude },
  reviewedBy: { select: { id: true, name: true } },
} as const satisfies Prisma.UserInclude;

/** Who is reading: the owner, an administrator or a super administrator. Decides what is told of the review. */
export type Audience = "self" | "admin" | "super";

const orOther = (value: string, other: string | null) => (value === OTHER && other ? other : value);
const day = (date: Date) => date.toISOString().slice(0, 10);

/** How a number is told: masked, but to its owner in the copy of their own data. */
type Tell = (number: string) => string;

const cell = (
  tell: Tell,
  table: string,
  rowId: string,
  dataKey: string,
  column: string,
  sealed: string,
): string =>
  tell === mask
    ? decryptMasked(table, rowId, dataKey, column, sealed)
    : tell(openRowCipher(table, rowId, dataKey).open(column, sealed));

function personal(row: NonNullable<SubmissionRow["personal"]>, tell: Tell): PersonalDto {
  return {
    firstName: row.firstName,
    surname: row.surname,
    phoneNumber: row.phoneNumber,
    email: row.email,
    ageBracket: row.ageBracket === "adult" || row.ageBracket === "minor" ? row.ageBracket : null,
    dateOfBirth: day(row.dateOfBirth),
    localGovernment: orOther(row.localGovernment, row.localGovernmentOther),
    stateOfResidence: row.stateOfResidence,
    residentialAddress: row.residentialAddress,
    ninNumber: cell(tell, "personal_details", row.submissionId, row.dataKey, "nin_cipher", row.ninCipher),
  };
}

function nextOfKin(row: NonNullable<SubmissionRow["nextOfKin"]>): NextOfKinDto {
  return {
    fullName: row.fullName,
    relationship: orOther(row.relationship, row.relationshipOther),
    phoneNumber: row.phoneNumber,
    email: row.email,
    residentialAddress: row.residentialAddress,
  };
}

function bankDetails(row: NonNullable<SubmissionRow["bankDetails"]>, tell: Tell): BankDetailsDto {
  const number = (column: string, sealed: string) =>
    cell(tell, "bank_details", row.submissionId, row.dataKey, column, sealed);
  return {
    accountName: row.accountName,
    bankName: row.bankName,
    accountType: orOther(row.accountType, row.accountTypeOther),
    accountNumber: number("account_number_cipher", row.accountNumberCipher),
    bvnNumber: number("bvn_cipher", row.bvnCipher),
  };
}

const documentPath = (submission: SubmissionRow, name: SubmissionRow["documents"][number]["name"]) => {
  const found = submission.documents.find((document) => document.name === name && !document.signatoryId);
  return found ? paths.file(found.fileId) : null;
};

const personalDocuments = (submission: SubmissionRow): PersonalDocumentsDto => ({
  idDocument: documentPath(submission, "idDocument"),
  passportPhoto: documentPath(submission, "passportPhoto"),
  utilityBill: documentPath(submission, "utilityBill"),
});

function corporate(submission: SubmissionRow, tell: Tell): CorporateDto | null {
  const company = submission.company;
  if (!company) return null;
  return {
    company: {
      name: company.name,
      incorporationNumber: company.incorporationNumber,
      dateOfIncorporation: company.dateOfIncorporation,
      state: company.state,
      localGovernment: orOther(company.localGovernment, company.localGovernmentOther),
      phone: company.phone,
      email: company.email,
      address: company.address,
      logo: documentPath(submission, "logo"),
    },
    bankDetails: submission.bankDetails && bankDetails(submission.bankDetails, tell),
    documents: {
      certificateOfIncorporation: documentPath(submission, "certificateOfIncorporation"),
      memorandumAndArticles: documentPath(submission, "memorandumAndArticles"),
      utilityBill: documentPath(submission, "utilityBill"),
      tinCertificate: documentPath(submission, "tinCertificate"),
    },
    signatories: submission.signatories.map((signatory) => ({
      fullName: signatory.fullName,
      position: signatory.position,
      phoneNumber: signatory.phoneNumber,
      email: signatory.email,
      bvnNumber: cell(
        tell,
        "signatories",
        signatory.id,
        signatory.dataKey,
        "bvn_cipher",
        signatory.bvnCipher,
      ),
      idDocument: signatory.documents[0] ? paths.file(signatory.documents[0].fileId) : null,
    })),
    referral:
      company.referralOfficer || company.referralContact
        ? { officerName: company.referralOfficer, contact: company.referralContact }
        : null,
  };
}

/** The answers and documents of a submission, by the groups of product 3. Numbers are masked unless `tell` says otherwise. */
export function toAnswersDto(
  submission: SubmissionRow | null,
  tell: Tell = mask,
): Pick<VerificationDto, "personal" | "nextOfKin" | "bankDetails" | "documents" | "corporate"> {
  const individual = submission?.kind === "individual" ? submission : null;
  return {
    personal: individual?.personal ? personal(individual.personal, tell) : null,
    nextOfKin: individual?.nextOfKin ? nextOfKin(individual.nextOfKin) : null,
    bankDetails: individual?.bankDetails ? bankDetails(individual.bankDetails, tell) : null,
    documents: individual ? personalDocuments(individual) : null,
    corporate: submission?.kind === "corporate" ? corporate(submission, tell) : null,
  };
}

function verification(user: UserRow, audience: Audience): VerificationDto {
  const submission = user.currentSubmission;
  return {
    status: user.status,
    submissionId: user.currentSubmissionId,
    kind: submission?.kind ?? null,
    submittedAt: user.submittedAt?.toISOString() ?? null,
    // Who reviewed whom, and when, is for super administrators; the owner sees when (product 10.9).
    reviewedAt: audience === "admin" ? null : (user.reviewedAt?.toISOString() ?? null),
    reviewedBy:
      audience === "super" && user.reviewedBy
        ? { _id: user.reviewedBy.id, name: user.reviewedBy.name }
        : null,
    rejectionReason: user.rejectionReason,
    ...toAnswersDto(submission),
  };
}

/** A user as this reader may see them, numbers masked. */
export function toUserDto(user: UserRow, audience: Audience): UserDto {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    role: user.role,
    isSuper: user.isSuper,
    investorType: user.investorType,
    isVerified: user.status === "approved",
    twoStepDue: mustSetUpTwoStep(user),
    createdAt: user.createdAt.toISOString(),
    verification: verification(user, audience),
  };
}
