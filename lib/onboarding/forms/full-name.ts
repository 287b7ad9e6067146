import "server-only";
import { assemble, entriesOf } from "@/lib/forms/definition";
import { individualGroups } from "./individual-form";

const { fields } = individualGroups.personal;

/** A field whose answer is part of the person's name, according to its autocomplete token (HTML, autofill). */
type NameColumn = {
  [K in keyof typeof fields]: (typeof fields)[K] extends {
    input: { autoComplete: "given-name" | "additional-name" | "family-name" };
  }
    ? K
    : never;
}[keyof typeof fields];

const columns = entriesOf(fields).flatMap(([column, { input }]) =>
  "autoComplete" in input && /^(?:given|additional|family)-name$/.test(input.autoComplete ?? "")
    ? [column as NameColumn]
    : [],
);

/** The columns of an applicant's name, to select for `fullName`. */
export const nameColumns = assemble<Record<NameColumn, true>>(columns.map((column) => [column, true]));

/** Returns an applicant's full name: the answers to all name fields, in form order. */
export const fullName = (person: Record<NameColumn, string | null | undefined>): string =>
  columns
    .map((column) => person[column])
    .filter(Boolean)
    .join(" ");
