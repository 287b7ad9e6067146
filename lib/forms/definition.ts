/**
 * How a form is defined: each field once, with everything that is known of it. Schemas, first values, steps, rows, answers, review and
 * archive are derived from the definition, here and in lib/verification. Safe in the browser.
 *
 * A field is a plain object around its zod schema and not the schema with registered metadata: a registry is keyed by the schema's
 * identity, so two fields that share an atom (`phone`) would share one entry, and its entries have no literal types, from which columns
 * and answers are typed here.
 */
import * as z from "zod";
import type { FileRule } from "./files";

/** What a field is filled in with. */
export type Input =
  | { kind: "text"; autoComplete?: string; autoCapitalize?: "words" | "characters" }
  | { kind: "textarea" | "email" | "phone"; autoComplete?: string }
  /** A day; the API and the database hold a date. */
  | { kind: "date"; autoComplete?: string }
  /** A day, a year, or whatever stands on a certificate, as text. */
  | { kind: "looseDate" }
  /** `bank`: the field of the bank that an account number is checked against, for a hint. */
  | { kind: "digits"; length: number; bank?: string }
  | { kind: "select"; options: readonly string[] }
  | { kind: "radio"; options: readonly { value: string; label: string; description: string }[] }
  | { kind: "bank" | "state" }
  /** `state`: the field of the state whose local governments are offered. */
  | { kind: "localGovernment"; state: string }
  /** Nothing to choose: shown, stored, and no part of the body. */
  | { kind: "fixed"; value: string };

export interface Field {
  label: string;
  /** What reviewers call it, where the form words it as a request or more closely. */
  reviewLabel?: string;
  /** What has to be filled in, as the message says when it was not; a message takes its place. */
  rule?: string;
  help?: string;
  input: Input;
  /** Takes two columns of the form. */
  wide?: true;
  /** The rule of the body, with its literal messages. Absent for a fixed field. */
  schema?: z.ZodType<string | undefined, string | null | undefined>;
  /** The rule in the form, where a number that was given before may stay masked. */
  formSchema?: z.ZodType<string | undefined, string | null | undefined>;
  initial?: string;
  optional?: true;
  /** Asked in this variant of the form only. */
  only?: string;
  /** Names what `Other` means in that field: asked, required (with this message) and stored only then, and answered in its place. */
  otherOf?: string;
  otherMessage?: string;
  /** In answers and in the database, where the form calls it otherwise. */
  name?: string;
  /** In the database, where the answers call it otherwise. */
  column?: string;
  /** Sealed in the columns `…Cipher`, compared by `…Index`, and never answered in full (threat 33, 34). */
  sealed?: "nin" | "bvn" | "accountNumber";
}
export type Fields = Readonly<Record<string, Field>>;

/** Fields that are answered as one object and stored in one row. */
export interface Group {
  /** In the review. */
  title: string;
  step: number;
  /** The database's name of the table; sealed columns are bound to it. */
  table: string;
  fields: Fields;
}

export interface DocumentField {
  label: string;
  reviewLabel?: string;
  help?: string;
  rule: FileRule;
  /** Absent: the API takes it, the form does not ask for it. */
  step?: number;
  optional?: true;
  camera?: "user" | "environment";
  /** In the submission. */
  name: string;
}
export type DocumentFields = Readonly<Record<string, DocumentField>>;

export interface Step {
  title: string;
  subtitle?: string;
}

/** `Object.fromEntries` for a caller who knows what the entries make up. The one place where derived objects get their types. */
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

/** The shape of a body's schema. What a variant does not ask for is dropped when it is sent all the same. */
export const shapeOf = <const F extends Fields>(fields: F, variant?: string): Shape<F> =>
  assemble(
    entriesOf(fields).flatMap(([key, field]) =>
      field.schema && isAsked(field, variant) ? [[key, field.schema] as const] : [],
    ),
  );

/** The shape of the schema in the form: every field holds a text, and masked numbers pass. */
export const formShapeOf = <const F extends Fields>(
  fields: F,
  variant?: string,
): Record<keyof Shape<F>, z.ZodType<unknown, string>> =>
  assemble(
    entriesOf(fields).flatMap(([key, field]) =>
      field.schema && isAsked(field, variant) ? [[key, field.formSchema ?? field.schema] as const] : [],
    ),
  );

/** Whether a variant of the form asks for a field. */
export const isAsked = ({ only }: Field, variant: string | undefined): boolean => !only || only === variant;

/** The texts in the fields of a group. */
export type TextValues<F extends Fields> = Record<keyof Shape<F>, string>;

/** Untouched fields. */
export const initialValues = <const F extends Fields>(fields: F): TextValues<F> =>
  assemble(
    entriesOf(fields).flatMap(([key, { schema, initial = "" }]) => (schema ? [[key, initial] as const] : [])),
  );

export type Name<F extends Fields, K extends keyof F> = F[K] extends { name: infer N extends string } ? N : K;
type IsNullable<X> = X extends { optional: true } | { only: string } ? true : false;

/** What is answered of a group: numbers masked, `Other` replaced by what it means. */
export type Answers<F extends Fields> = {
  [K in keyof F as F[K] extends { otherOf: string } ? never : Name<F, K>]: IsNullable<F[K]> extends true
    ? string | null
    : string;
};
type AnswersShape<F extends Fields> = {
  [K in keyof Answers<F>]: null extends Answers<F>[K] ? z.ZodNullable<z.ZodString> : z.ZodString;
};

/** The schema of what is answered of a group. */
export const answersSchema = <const F extends Fields>(fields: F) =>
  z.object(
    assemble<AnswersShape<F>>(
      entriesOf(fields).flatMap(([key, field]) =>
        field.otherOf ? [] : [[nameOf(key, field), isNullable(field) ? z.string().nullable() : z.string()]],
      ),
    ),
  );

type DocumentPaths<D extends DocumentFields> = Record<D[keyof D]["name"], z.ZodNullable<z.ZodString>>;

/** The shape of what is answered of documents: each one's path, null when it was not uploaded. */
export const documentPathsShape = <const D extends DocumentFields>(documents: D): DocumentPaths<D> =>
  assemble(Object.values(documents).map(({ name }) => [name, z.string().nullable()]));

export const nameOf = (key: string, { name = key }: Field): string => name;
export const columnOf = (key: string, { column, name = key }: Field): string => column ?? name;
const isNullable = ({ optional, only }: Field): boolean => optional === true || only !== undefined;
