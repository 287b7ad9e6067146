import "server-only";
import type { Prisma } from "@/lib/db/client";
import type { DocumentFields, Fields, Group } from "@/lib/forms/definition";
import { assemble } from "@/lib/forms/definition";
import { toAnswers, type ReadColumns } from "@/lib/forms/rows";
import { mask, openRowCipher } from "@/lib/pii/cipher";
import { paths } from "@/lib/routes/paths";
import type { AnswersDto, CorporateDto } from "../dto";
import { corporateDocuments, corporateGroups } from "../forms/corporate-form";
import { individualDocuments, individualGroups } from "../forms/individual-form";
import { cipherColumn } from "./rows";

export const submissionInclude = {
  personal: true,
  nextOfKin: true,
  bankDetails: true,
  company: true,
  signatories: { orderBy: { ordinal: "asc" }, include: { documents: { select: { fileId: true } } } },
  documents: { select: { name: true, fileId: true, signatoryId: true } },
} as const satisfies Prisma.SubmissionInclude;

/** A submission with its answers loaded. */
type SubmissionRow = Pick<
  Prisma.SubmissionGetPayload<{ include: typeof submissionInclude }>,
  "id" | "kind" | keyof typeof submissionInclude
>;

/** Formats a number: masked, or in full in the owner's data export. */
type Show = (number: string) => string;

function read<const F extends Fields>(
  { table, fields }: Pick<Group, "table"> & { fields: F },
  rowId: string,
  row: ReadColumns<F> & { dataKey?: string },
  show: Show,
) {
  const { dataKey = "" } = row;
  return toAnswers(fields, row, (kind, cipher) =>
    show(openRowCipher(table, rowId, dataKey).open(cipherColumn(kind), cipher)),
  );
}

const pathsOf = <const D extends DocumentFields>(documents: D, submission: SubmissionRow) =>
  assemble<Record<D[keyof D]["name"], string | null>>(
    Object.values(documents).map(({ name }) => {
      const found = submission.documents.find((row) => row.name === name && !row.signatoryId);
      return [name, found ? paths.file(found.fileId) : null];
    }),
  );

function corporate(submission: SubmissionRow, show: Show): CorporateDto | null {
  const { id, company, bankDetails, signatories } = submission;
  if (!company) return null;
  const { logo, ...documents } = pathsOf(corporateDocuments, submission);
  const referral = toAnswers(corporateGroups.referral.fields, company, show);
  return {
    company: { ...toAnswers(corporateGroups.company.fields, company, show), logo },
    bankDetails: bankDetails && read(corporateGroups.bankDetails, id, bankDetails, show),
    documents,
    signatories: signatories.map((row) => ({
      ...read(corporateGroups.signatories, row.id, row, show),
      idDocument: row.documents[0] ? paths.file(row.documents[0].fileId) : null,
    })),
    referral: referral.officerName || referral.contact ? referral : null,
  };
}

/**
 * Returns the DTO of a submission's answers and documents, numbers masked unless `show` formats them otherwise. This is the only conversion
 * of submission rows to responses (threat 35).
 */
export function toAnswersDto(submission: SubmissionRow | null, show: Show = mask): AnswersDto {
  const none = { personal: null, nextOfKin: null, bankDetails: null, documents: null, corporate: null };
  if (!submission) return none;
  if (submission.kind === "corporate") return { ...none, corporate: corporate(submission, show) };
  const { id, personal, nextOfKin, bankDetails } = submission;
  return {
    ...none,
    personal: personal && read(individualGroups.personal, id, personal, show),
    nextOfKin: nextOfKin && read(individualGroups.nextOfKin, id, nextOfKin, show),
    bankDetails: bankDetails && read(individualGroups.bankDetails, id, bankDetails, show),
    documents: pathsOf(individualDocuments, submission),
  };
}
