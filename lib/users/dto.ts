/** What is answered about a user (product 3, product 10.2). Types only here are safe in the browser; numbers are masked already. */
import type { InvestorType, Role, VerificationStatus } from "@/lib/routes/policy";
import type { AnswersDto } from "@/lib/verification/dto";
import type { SubmissionKind } from "@/lib/verification/policy";

export interface VerificationDto extends AnswersDto {
  status: VerificationStatus;
  /** The submission that counts; a decision names it, so that it is about what the reviewer saw. */
  submissionId: string | null;
  kind: SubmissionKind | null;
  submittedAt: string | null;
  reviewedAt: string | null;
  /** Who decided; answered to super admins only. */
  reviewedBy: { _id: string; name: string } | null;
  rejectionReason: string | null;
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

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
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
