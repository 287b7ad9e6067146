/** What is answered about a user (product 3, product 10.2). Types only here are safe in the browser; numbers are masked already. */
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
  /** An administrator who has to switch on two-step sign-in before anything else. */
  twoStepDue: boolean;
  createdAt: string;
  verification: VerificationDto;
}

/** A row of `GET /api/admin/users`: who it is and the verification status, without answers, documents or numbers (product 10.10). */
export interface UserSummaryDto {
  _id: string;
  name: string;
  email: string;
  phone: string;
  role: Role;
  isSuper: boolean;
  investorType: InvestorType;
  isVerified: boolean;
  createdAt: string;
  verification: {
    status: VerificationStatus;
    submissionId: string | null;
    kind: SubmissionKind | null;
    submittedAt: string | null;
    /** Only super administrators are told. */
    reviewedAt: string | null;
  };
}

/** `GET /verification/status` (product 10.5). */
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
  /** The search has more hits than `total`, which is 10,000 then. */
  more?: true;
}

/** `GET /api/admin/statistics`: what the dashboard shows. */
export interface StatisticsDto {
  figures: {
    /** Administrators included for a super administrator only. */
    total: number;
    investors: number;
    startups: number;
    /** Null for who may not know. */
    admins: number | null;
    verified: number;
    /** Submitted and undecided. */
    pending: number;
  };
  /** Each stage counts only who passed the one before; administrators stand outside. */
  funnel: { registered: number; proved: number; chosen: number; submitted: number; approved: number };
  /** The last weeks, the present one last; `week` is its Monday. */
  weeks: { week: string; registered: number; approved: number; rejected: number }[];
}

/** One submission of a person as it was, and in what it differs from the one of the same kind before it. */
export interface SubmissionDto {
  _id: string;
  kind: SubmissionKind;
  state: "pending" | "approved" | "rejected" | "superseded";
  /** It is the one that counts. */
  current: boolean;
  submittedAt: string | null;
  /** When and by whom it was decided; answered to super administrators only. */
  reviewedAt: string | null;
  reviewedBy: { _id: string; name: string } | null;
  rejectionReason: string | null;
  /** Every decision on it, the last first; more than one where somebody decided otherwise later. */
  decisions: DecisionDto[];
  personal: PersonalDto | null;
  nextOfKin: NextOfKinDto | null;
  bankDetails: BankDetailsDto | null;
  documents: PersonalDocumentsDto | null;
  corporate: CorporateDto | null;
  /** Null for the first of its kind. Numbers are compared in full and told masked. */
  changes: AnswerChange[] | null;
}

export interface DecisionDto {
  status: VerificationStatus;
  reason: string | null;
  /** When and by whom; answered to super administrators only. */
  decidedAt: string | null;
  decidedBy: { _id: string; name: string } | null;
}

export interface AnswerChange {
  /** Dotted: `personal.firstName`, `corporate.signatories.0.bvnNumber`, `documents.utilityBill`. */
  path: string;
  before: string | null;
  after: string | null;
}

export type DuplicateField = "ninNumber" | "bvnNumber" | "accountNumber" | "phone";

/** Somebody else who gave the same number (threat 34). */
export interface DuplicateDto {
  _id: string;
  name: string;
  email: string;
  role: Role;
  investorType: InvestorType;
  status: VerificationStatus;
  submittedAt: string | null;
  fields: DuplicateField[];
}

/** `people` are the closest of them. */
export interface DuplicatesDto {
  total: number;
  people: DuplicateDto[];
}
