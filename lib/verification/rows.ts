import "server-only";
import type { Prisma } from "@/lib/db/client";
import { entriesOf, type Fields, type Group } from "@/lib/forms/definition";
import { sealedFields, toColumns, type Columns, type GivenAnswers, type SealedKind } from "@/lib/forms/rows";
import { uuidv7 } from "@/lib/ids";
import { blindIndex, newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { corporateGroups } from "./corporate-form";
import { type CorporateAnswers } from "./schema";
import { individualGroups } from "./individual-form";
import { type IndividualAnswers } from "./schema";

type Table<F extends Fields> = Pick<Group, "table"> & { fields: F };

/** Converts a group's answers to a row, with numbers encrypted for the row with this id. */
export function toRow<const F extends Fields>(
  { table, fields }: Table<F>,
  rowId: string,
  answers: GivenAnswers,
): Columns<F> {
  const cipher = newRowCipher(table, rowId);
  return toColumns(fields, answers, {
    dataKey: cipher.dataKey,
    seal: (kind, value) => ({
      cipher: cipher.seal(cipherColumn(kind), value),
      index: blindIndex(kind, value),
    }),
  });
}

/** Columns for deleted numbers: an encrypted empty text, and a random index that never matches. */
export function removedNumbers<const F extends Fields>({ table, fields }: Table<F>, rowId: string) {
  const cipher = newRowCipher(table, rowId);
  return toColumns(
    sealedFields(fields),
    {},
    {
      dataKey: cipher.dataKey,
      seal: (kind) => ({ cipher: cipher.seal(cipherColumn(kind), ""), index: `removed:${rowId}` }),
    },
  );
}

/** The decrypted numbers of a stored row, by name. */
export function openNumbers<const F extends Fields>(
  { table, fields }: Table<F>,
  rowId: string,
  row: Columns<F> & { dataKey: string },
): Map<string, string> {
  const cipher = openRowCipher(table, rowId, row.dataKey);
  return numbersOf(fields, row, "Cipher", (kind, sealed) => cipher.open(cipherColumn(kind), sealed));
}

/** The blind indexes of a stored row's numbers, by name. */
export const numberIndexes = <const F extends Fields>(fields: F, row: Columns<F>): Map<string, string> =>
  numbersOf(fields, row, "Index", (_, index) => index);

function numbersOf(
  fields: Fields,
  row: object,
  suffix: "Cipher" | "Index",
  read: (kind: SealedKind, column: string) => string,
): Map<string, string> {
  const columns = new Map<string, unknown>(Object.entries(row));
  return new Map(
    entriesOf(fields).flatMap(([key, { sealed }]) =>
      sealed ? [[key, read(sealed, String(columns.get(`${sealed}${suffix}`)))]] : [],
    ),
  );
}

/** The column of a sealed number, `account_number_cipher` for `accountNumber`; bound into its ciphertext. */
export const cipherColumn = (kind: SealedKind): string =>
  `${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_cipher`;

/** The rows of an individual's answers, for the submission with this id. */
export const individualRows = (id: string, answers: IndividualAnswers) => ({
  personal: { create: toRow(individualGroups.personal, id, answers) },
  nextOfKin: { create: toRow(individualGroups.nextOfKin, id, answers) },
  bankDetails: { create: toRow(individualGroups.bankDetails, id, answers) },
});

/** The rows of a company's answers, for the submission with this id. */
export const corporateRows = (
  id: string,
  { company, bankDetails, signatories, referral }: CorporateAnswers,
) => ({
  company: {
    create: {
      ...toRow(corporateGroups.company, id, company),
      ...toRow(corporateGroups.referral, id, referral),
    },
  },
  bankDetails: { create: toRow(corporateGroups.bankDetails, id, bankDetails) },
  signatories: {
    create: signatories.map((signatory, ordinal) => {
      const signatoryId = uuidv7();
      return { id: signatoryId, ordinal, ...toRow(corporateGroups.signatories, signatoryId, signatory) };
    }),
  },
});

/** A table's columns without a field; only keys are allowed, otherwise this does not compile. */
type ColumnsWithoutField<Model, F extends Fields> = Exclude<
  keyof Model,
  keyof Columns<F> | "id" | "submissionId" | "ordinal"
>;
type None<Columns extends never> = Columns;
type Individual = typeof individualGroups;
type Corporate = typeof corporateGroups;
/** @lintignore checked by the compiler alone */
type _ColumnsWithoutField =
  | None<ColumnsWithoutField<Prisma.PersonalDetailsModel, Individual["personal"]["fields"]>>
  | None<ColumnsWithoutField<Prisma.NextOfKinModel, Individual["nextOfKin"]["fields"]>>
  | None<ColumnsWithoutField<Prisma.BankDetailsModel, Individual["bankDetails"]["fields"]>>
  | None<
      ColumnsWithoutField<
        Prisma.CompanyModel,
        Corporate["company"]["fields"] & Corporate["referral"]["fields"]
      >
    >
  | None<ColumnsWithoutField<Prisma.SignatoryModel, Corporate["signatories"]["fields"]>>;
