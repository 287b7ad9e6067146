/**
 * Form definitions contain each field once, with all its properties. Schemas, initial values, steps, rows, DTOs, review and data export are
 * derived from them, here and in lib/onboarding. Safe in the browser.
 * A field is a plain object that contains its zod schema. Zod's metadata registry is keyed by schema identity, so two fields with the same
 * atom (`phone`) would share an entry, and its entries lose the literal types from which columns and DTOs are derived.
 */
import * as z from "zod";
import type { FileRule } from "./files";

/** The input control of a field. */
export type Input =
  | { kind: "text"; autoComplete?: string; autoCapitalize?: "words" | "characters" }
  | { kind: "textarea" | "email" | "phone"; autoComplete?: string }
  /** A date, which is also a date in the API and the database. */
  | { kind: "date"; autoComplete?: string }
  /** A day, a year or another date on a certificate, as text. */
  | { kind: "looseDate" }
  /** A number of `length` digits. `bank` is the bank's field, for checking the account number's check digit. */
  | { kind: "digits"; length: number; bank?: string }
  /** The placeholder is shown until an option is chosen; without one, the first option or `initial` is chosen. */
  | { kind: "select"; options: readonly string[]; placeholder?: string }
  | { kind: "radio"; options: readonly { value: string; label: string; description: string }[] }
  | { kind: "bank" | "state" }
  /** A local government. `state` is the field of the state whose local governments are listed. */
  | { kind: "localGovernment"; state: string }
  /** A fixed value, which is displayed and stored but is not part of the body. */
  | { kind: "fixed"; value: string };

export interface Field {
  label: string;
  /** The label for reviewers, if the form's label addresses the applicant, such as `Your date of birth`. */
  reviewLabel?: string;
  /** The requirement stated in the error message. It is hidden while the message is shown. */
  rule?: string;
  help?: string;
  input: Input;
  /** Whether it spans two columns of the form. */
  wide?: true;
  /** The schema in the request body, with its exact messages. Absent for a fixed field. */
  schema?: z.ZodType<string | undefined, string | null | undefined>;
  /** The schema in the form, which accepts masked numbers. */
  formSchema?: z.ZodType<string | undefined, string | null | undefined>;
  initial?: string;
  optional?: true;
  /** The only variant of the form that contains the field. */
  only?: string;
  /**
   * The field whose `Other` this field specifies. Only for `Other` is this field required (with this message), stored, and returned in its
   * place.
   */
  otherOf?: string;
  otherMessage?: string;
  /**
   * Another field, and its values for which this field is asked and stored. It must then contain a text that is `valid`, by default any text,
   * or the message is shown.
   */
  onlyIf?: { field: string; values: readonly string[]; message: string; valid?: (text: string) => boolean };
  /** The name in DTOs and in the database, if it differs from that in the form. */
  name?: string;
  /** The column, if its name differs from that in the DTO. */
  column?: string;
  /** Encrypted in the columns `…Cipher`, compared by `…Index`, and never returned in full (threat 33, 34). */
  sealed?: "nin" | "bvn" | "accountNumber" | "taxId";
}
export type Fields = Readonly<Record<string, Field>>;

/** Fields that are returned as one object and stored in one row. */
export interface Group {
  /** The heading in the review. */
  title: string;
  step: number;
  /** The table's name in the database, which is bound into the ciphertexts. */
  table: string;
  fields: Fields;
}

export interface DocumentField {
  label: string;
  help?: string;
  rule: FileRule;
  /** The step of the form; absent if only the API accepts the document. */
  step?: number;
  optional?: true;
  camera?: "user" | "environment";
  /** The name in the submission. */
  name: string;
}
export type DocumentFields = Readonly<Record<string, DocumentField>>;

export interface Step {
  title: string;
  subtitle?: string;
}

/** `Object.fromEntries` with a type chosen by the caller. The only place where derived objects are typed by assertion. */
export const assemble = <T>(entries: readonly (readonly [PropertyKey, unknown])[]) =>
  Object.fromEntries(entries) as T;
export const entriesOf = <F extends Fields>(fields: F) => Object.entries<Field>(fields);

type Shape<F extends Fields> = {
  [K in keyof F as F[K] extends { schema: z.ZodType } ? K : never]: F[K] extends {
    schema: infer S extends z.ZodType;
  }
    ? F[K] extends { only: string }
      ? z.ZodType<z.output<S> | undefined, z.input<S> | undefined>
      : S
    : never;
};

/** Returns the schemas of the fields of a variant that are part of the body. */
const schemasOf = (
  fields: Fields,
  variant: string | undefined,
  schemaOf: (field: Field) => z.ZodType | undefined,
) =>
  entriesOf(fields).flatMap(([key, field]) => {
    const schema = isAsked(field, variant) && schemaOf(field);
    return schema ? [[key, schema] as const] : [];
  });

/** Returns the zod shape of a request body. Fields that the variant does not contain are dropped. */
export const shapeOf = <const F extends Fields>(fields: F, variant?: string): Shape<F> =>
  assemble(schemasOf(fields, variant, ({ schema }) => schema));

/** Returns the zod shape of the form's values: every field is text, and masked numbers are accepted. */
export const formShapeOf = <const F extends Fields>(
  fields: F,
  variant?: string,
): Record<keyof Shape<F>, z.ZodType<unknown, string>> =>
  assemble(schemasOf(fields, variant, ({ schema, formSchema = schema }) => formSchema));

/** Returns whether a variant of the form contains a field. */
export const isAsked = ({ only }: Field, variant: string | undefined): boolean => !only || only === variant;

/** The form values of a group. */
export type TextValues<F extends Fields> = Record<keyof Shape<F>, string>;

/** Returns empty form values. */
export const initialValues = <const F extends Fields>(fields: F): TextValues<F> =>
  assemble(
    entriesOf(fields).flatMap(([key, { schema, initial = "" }]) => (schema ? [[key, initial] as const] : [])),
  );

export type Name<F extends Fields, K extends keyof F> = F[K] extends { name: infer N extends string } ? N : K;
type IsNullable<X> = X extends { optional: true } | { only: string } | { onlyIf: object } ? true : false;

/** The DTO of a group: numbers masked, `Other` replaced by the specified text. */
export type Answers<F extends Fields> = {
  [K in keyof F as F[K] extends { otherOf: string } ? never : Name<F, K>]: IsNullable<F[K]> extends true
    ? string | null
    : string;
};
type AnswersShape<F extends Fields> = {
  [K in keyof Answers<F>]: null extends Answers<F>[K] ? z.ZodNullable<z.ZodString> : z.ZodString;
};

/** Returns the zod schema of a group's DTO. */
export const answersSchema = <const F extends Fields>(fields: F) =>
  z.object(
    assemble<AnswersShape<F>>(
      entriesOf(fields).flatMap(([key, field]) =>
        field.otherOf ? [] : [[nameOf(key, field), isNullable(field) ? z.string().nullable() : z.string()]],
      ),
    ),
  );

type DocumentPaths<D extends DocumentFields> = Record<D[keyof D]["name"], z.ZodNullable<z.ZodString>>;

/** Returns the zod shape of the documents' paths; null if a document was not uploaded. */
export const documentPathsShape = <const D extends DocumentFields>(documents: D): DocumentPaths<D> =>
  assemble(Object.values(documents).map(({ name }) => [name, z.string().nullable()]));

export const nameOf = (key: string, { name = key }: Field): string => name;
export const columnOf = (key: string, { column, name = key }: Field): string => column ?? name;
const isNullable = ({ optional, only, onlyIf }: Field): boolean =>
  optional === true || only !== undefined || onlyIf !== undefined;
