import { dayOf } from "@/lib/dates";
import { OTHER, findLocalGovernment, findState } from "@/lib/reference";
import {
  assemble,
  columnOf,
  entriesOf,
  nameOf,
  type Answers,
  type Field,
  type Fields,
  type Name,
} from "./definition";

export type SealedKind = NonNullable<Field["sealed"]>;

type Column<F extends Fields, K extends keyof F> = F[K] extends { column: infer C extends string }
  ? C
  : Name<F, K>;
type Sealed<F extends Fields> = {
  [K in keyof F]: F[K] extends { sealed: infer S extends string } ? S : never;
}[keyof F];
type Value<X> = X extends { input: { kind: "date" } }
  ? X extends { onlyIf: object }
    ? Date | null
    : Date
  : X extends { otherOf: string } | { optional: true } | { only: string } | { onlyIf: object }
    ? string | null
    : string;
type PlainColumns<F extends Fields> = {
  [K in keyof F as F[K] extends { sealed: string } ? never : Column<F, K>]: Value<F[K]>;
};

/** The columns read for a group's DTO. */
export type ReadColumns<F extends Fields> = PlainColumns<F> & Record<`${Sealed<F>}Cipher`, string>;
/** The columns written, including the blind indexes, and the row's data key if the group contains a number. */
export type Columns<F extends Fields> = ReadColumns<F> &
  Record<`${Sealed<F>}Index` | ([Sealed<F>] extends [never] ? never : "dataKey"), string>;

/** Creates the two columns of a number. */
export interface Sealer {
  dataKey: string;
  seal: (kind: SealedKind, value: string) => { cipher: string; index: string };
}

/** The answers to a group of fields, by field name. */
export type GivenAnswers = Readonly<Partial<Record<string, string | undefined>>>;

/** Converts a group's answers to columns. */
export const toColumns = <const F extends Fields>(
  fields: F,
  answers: GivenAnswers,
  { dataKey, seal }: Sealer,
): Columns<F> =>
  assemble(
    entriesOf(fields).flatMap(([key, field]): [string, string | Date | null][] => {
      const value = field.input.kind === "fixed" ? field.input.value : answers[key];
      if (!field.sealed) return [[columnOf(key, field), toColumn(field, value, answers)]];
      const { cipher, index } = seal(field.sealed, value ?? "");
      return [
        ["dataKey", dataKey],
        [`${field.sealed}Cipher`, cipher],
        [`${field.sealed}Index`, index],
      ];
    }),
  );

function toColumn(
  { input, otherOf, onlyIf }: Field,
  value: string | undefined,
  answers: GivenAnswers,
): string | Date | null {
  if (!value || (otherOf && answers[otherOf] !== OTHER)) return null;
  if (onlyIf && !onlyIf.values.includes(answers[onlyIf.field] ?? "")) return null;
  if (input.kind === "date") return new Date(`${value}T00:00:00Z`);
  if (input.kind === "state") return findState(value) ?? value;
  if (input.kind === "localGovernment")
    return findLocalGovernment(answers[input.state] ?? "", value) ?? OTHER;
  return value;
}

/** Converts a stored group to its DTO. `open` decrypts a sealed column, in full or masked. */
export function toAnswers<const F extends Fields>(
  fields: F,
  row: ReadColumns<F>,
  open: (kind: SealedKind, cipher: string) => string,
): Answers<F> {
  const stored = new Map<string, unknown>(Object.entries(row));
  const read = (column: string): string | null => {
    const value = stored.get(column);
    return value instanceof Date ? dayOf(value) : typeof value === "string" ? value : null;
  };
  const others = new Map(entriesOf(fields).map(([key, field]) => [field.otherOf, columnOf(key, field)]));
  return assemble(
    entriesOf(fields).flatMap(([key, field]) => {
      if (field.otherOf) return [];
      if (field.sealed)
        return [[nameOf(key, field), open(field.sealed, read(`${field.sealed}Cipher`) ?? "")]];
      const value = read(columnOf(key, field));
      const other = others.get(key);
      return [[nameOf(key, field), (value === OTHER && other && read(other)) || value]];
    }),
  );
}

/** Returns the fields of a group that are encrypted. */
export const sealedFields = <const F extends Fields>(fields: F) =>
  assemble<{ [K in keyof F as F[K] extends { sealed: string } ? K : never]: F[K] }>(
    entriesOf(fields).filter(([, { sealed }]) => sealed),
  );
