/** What is answered about a user (SPEC 3, DECISIONS 2). Types only here are safe in the browser; numbers are masked already. */
import type { InvestorType, Role, VerificationStatus } from "@/lib/routes/policy";

export type SubmissionKind = "individual" | "corporate";

export interface PersonalDto {
  firstName: string;
  surname: string;
  phoneNumber: string;
  email: string;
  ageBracket: "adult" | "minor" | null;
  dateOfBirth: string;
  localGovernment: string;
  stateOfResidence: string;
  residentialAddress: string;
  /** All but the last 4 characters are bullets. */
  ninNumber: string;
}

export interface NextOfKinDto {
  fullName: string;
  relationship: string;
  phoneNumber: string;
  email: string;
  residentialAddress: string;
}

export interface BankDetailsDto {
  accountName: string;
  bankName: string;
  accountType: string;
  accountNumber: string;
  bvnNumber: string;
}

/** Paths `/api/files/{id}`, null when not uploaded. */
export interface PersonalDocumentsDto {
  idDocument: string | null;
  passportPhoto: string | null;
  utilityBill: string | null;
}

export interface CorporateDto {
  company: {
    name: string;
    incorporationNumber: string;
    dateOfIncorporation: string;
    state: string;
    localGovernment: string;
    phone: string;
    email: string;
    address: string;
    logo: string | null;
  };
  bankDetails: BankDetailsDto | null;
  documents: {
    certificateOfIncorporation: string | null;
    memorandumAndArticles: string | null;
    utilityBill: string | null;
    tinCertificate: string | null;
  };
  signatories: {
    fullName: string;
    position: string;
    phoneNumber: string;
    email: string;
    bvnNumber: string;
    idDocument: string | null;
  }[];
  referral: { officerName: string | null; contact: string | null } | null;
}

export interface VerificationDto {
  status: VerificationStatus;
  /** The submission that counts; a decision names it, so that it is about what the reviewer saw. */
  submissionId: string | null;
  kind: SubmissionKind | null;
  submittedAt: string | null;
  reviewedAt: string | null;
  /** Who decided; answered to super admins only. */
  reviewedBy: { _id: string; name: string } | null;
  rejectionReason: string | null;
  personal: PersonalDto | null;
  nextOfKin: NextOfKinDto | null;
  bankDetails: BankDetailsDto | null;
  documents: PersonalDocumentsDto | null;
  corporate: CorporateDto | null;
}

export interface UserDto {
  _id: string;
  name: string;
  email: string;
  phone: string;
  role: Role;
  isSuper: boolean;
  investorType: InvestorType;
  isVerified: boolean;
  createdAt: string;
  verification: VerificationDto;
}

/** `GET /verification/status` (DECISIONS 5). */
export interface VerificationStatusDto {
  status: VerificationStatus;
  submittedAt: string | null;
  reviewedAt: string | null;
  rejectionReason: string | null;
  isVerified: boolean;
  role: Role;
  investorType: InvestorType;
  kind: SubmissionKind | null;
  documents: Record<string, boolean>;
}

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
}
