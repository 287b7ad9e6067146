import "server-only";
import type { Prisma } from "@/lib/db/client";
import { entriesOf, type Fields, type Group } from "@/lib/forms/definition";
import { sealedFields, toColumns, type Columns, type GivenAnswers, type SealedKind } from "@/lib/forms/rows";
import { uuidv7 } from "@/lib/ids";
import { blindIndex, newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { corporateGroups } from "../forms/corporate-form";
import { fullName } from "../forms/full-name";
import { individualGroups } from "../forms/individual-form";
import type { CorporateAnswers, IndividualAnswers } from "../forms/schema";
import { personKey } from "../link-facts";

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

/** Returns columns for deleted numbers: an encrypted empty text, and a random index that never matches. */
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

/** A stored row with encrypted numbers. */
interface NumberRow {
  id: string;
  group: Group;
  columns: { dataKey: string };
  /** The prefix of the field names in the form's values and in DTOs. */
  path: string;
  answerPath: string;
}

export const numbersInclude = { personal: true, bankDetails: true, signatories: true } as const;
type Numbers = Pick<
  Prisma.SubmissionGetPayload<{ include: typeof numbersInclude }>,
  "id" | "kind" | keyof typeof numbersInclude
>;

/** Returns the rows of a submission that contain numbers. */
export function numberRows({ id, kind, personal, bankDetails, signatories }: Numbers): NumberRow[] {
  const rows: NumberRow[] = signatories.map((columns) => {
    const path = `signatories.${columns.ordinal}.`;
    const group = corporateGroups.signatories;
    return { id: columns.id, group, columns, path, answerPath: `corporate.${path}` };
  });
  if (personal) {
    rows.push({ id, group: individualGroups.personal, columns: personal, path: "", answerPath: "personal." });
  }
  if (bankDetails) {
    const paths =
      kind === "corporate"
        ? { path: "bankDetails.", answerPath: "corporate.bankDetails." }
        : { path: "", answerPath: "bankDetails." };
    rows.push({ id, group: individualGroups.bankDetails, columns: bankDetails, ...paths });
  }
  return rows;
}

/** Returns the decrypted numbers of stored rows, by their paths in the form. */
export const openNumbers = (rows: readonly NumberRow[]): Map<string, string> =>
  new Map(
    rows.flatMap(({ id, group, columns, path }) => {
      const cipher = openRowCipher(group.table, id, columns.dataKey);
      return sealedColumns(group, columns, "Cipher").map(
        ({ name, kind, value }) => [path + name, cipher.open(cipherColumn(kind), value)] as const,
      );
    }),
  );

/** Returns the blind indexes of stored rows, by the paths of the numbers in DTOs. */
export const numberIndexes = (rows: readonly NumberRow[]): Map<string, string> =>
  new Map(
    rows.flatMap(({ group, columns, answerPath }) =>
      sealedColumns(group, columns, "Index").map(({ name, value }) => [answerPath + name, value] as const),
    ),
  );

const sealedColumns = ({ fields }: Group, columns: object, suffix: "Cipher" | "Index") =>
  entriesOf(fields).flatMap(([name, { sealed: kind }]) =>
    kind ? [{ name, kind, value: String(Reflect.get(columns, kind + suffix)) }] : [],
  );

/** Returns the column of a sealed number, `account_number_cipher` for `accountNumber`; it is bound into its ciphertext. */
export const cipherColumn = (kind: SealedKind): string =>
  `${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_cipher`;

/** Returns the rows of an individual's answers, for the submission with this id. */
export const individualRows = (id: string, answers: IndividualAnswers) => ({
  checkConsent: answers.checkConsent,
  personal: {
    create: {
      ...toRow(individualGroups.personal, id, answers),
      personKey: personKey(fullName(answers), answers.dateOfBirth),
    },
  },
  nextOfKin: { create: toRow(individualGroups.nextOfKin, id, answers) },
  bankDetails: { create: toRow(individualGroups.bankDetails, id, answers) },
});

/** Returns the rows of a company's answers, for the submission with this id. */
export const corporateRows = (
  id: string,
  { company, bankDetails, signatories, referral, checkConsent }: CorporateAnswers,
) => ({
  checkConsent,
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

/** Columns of a table that have no field. Only keys are allowed; any other column fails to compile. */
type ColumnsWithoutField<Model, F extends Fields> = Exclude<
  keyof Model,
  keyof Columns<F> | "id" | "submissionId" | "ordinal" | "personKey"
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
