import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod";
import { FormatError } from "@/lib/formats/format-error";
import { institutionKinds, placeKey, type Institution } from "@/lib/reference/institutions";

/** Reads a newer list of institutions (product 3) and compares it with the present one. */
const columns = ["name", "kind", "nip_code", "cbn_code", "aliases", "licensed"] as const;

const row = z.object({
  name: z.string().min(2).max(100),
  kind: z.enum(institutionKinds),
  nip_code: z
    .string()
    .regex(/^\d{6}$/, "Expected six digits: check that the spreadsheet has not removed zeros"),
  cbn_code: z
    .string()
    .regex(/^(\d{3})?$/, "Expected three digits: check that the spreadsheet has not removed zeros")
    .optional(),
  /** Separated by semicolons. */
  aliases: z
    .string()
    .transform((text) =>
      text
        .split(";")
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .optional(),
  licensed: z.enum(["yes", "no"]).optional(),
});

/** What an institution has in a list. What the list has no column for stays as it is. */
type Listed = Pick<Institution, "name" | "kind" | "nipCode" | "cbnCode" | "aliases"> & { licensed?: boolean };

/**
 * Reads a CSV with the columns `name`, `kind`, `nip_code`, and optionally `cbn_code`, `aliases` and `licensed` (yes or no). Throws a FormatError, with the line, for
 * a wrong value, and for a name or code that occurs twice.
 */
export function readInstitutions(csv: string): Listed[] {
  const rows = readRows(csv);
  const first = rows[0];
  if (!first) throw new FormatError("The file has no institutions");
  const unknown = Object.keys(first).find((name) => !(columns as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new FormatError(`Unknown column "${unknown}". The columns are ${columns.join(", ")}.`);
  const listed = rows.map((each, index): Listed => {
    const { data, error } = row.safeParse(each);
    if (error) {
      const [{ path, message }] = error.issues as [z.core.$ZodIssue];
      throw new FormatError(`Line ${index + 2}, ${path.join(".")}: ${message}`);
    }
    const { name, kind, nip_code: nipCode, cbn_code: cbnCode, aliases, licensed } = data;
    return {
      name,
      kind,
      nipCode,
      ...(cbnCode && { cbnCode }),
      ...(aliases && { aliases }),
      ...(licensed && { licensed: licensed === "yes" }),
    };
  });
  requireUnique(listed, ({ name }) => placeKey(name));
  requireUnique(listed, ({ nipCode }) => nipCode);
  requireUnique(listed, ({ cbnCode }) => cbnCode);
  return listed;
}

function readRows(csv: string): Record<string, string>[] {
  try {
    return parse(csv, { bom: true, columns: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new FormatError(error.message);
    throw error;
  }
}

function requireUnique(listed: readonly Listed[], keyOf: (each: Listed) => string | undefined): void {
  const seen = new Set<string>();
  for (const [index, each] of listed.entries()) {
    const key = keyOf(each);
    if (key === undefined) continue;
    if (seen.has(key)) throw new FormatError(`Line ${index + 2}: "${key}" is in the list twice`);
    seen.add(key);
  }
}

const groups: Record<Institution["kind"], number> = {
  commercial_bank: 0,
  non_interest_bank: 0,
  merchant_bank: 0,
  mobile_money: 1,
  payment_service_bank: 1,
  microfinance_bank: 2,
  mortgage_bank: 2,
  finance_company: 2,
};

/**
 * Returns the present list with a newer one, in the order of the list, and what changes, in words. Institutions are the same if they have
 * the same NIP code. One that the newer list lacks is marked as no longer licensed: accounts may name it.
 */
export function mergeInstitutions(
  present: readonly Institution[],
  listed: readonly Listed[],
): { institutions: Institution[]; changes: string[] } {
  const changes: string[] = [];
  const before = new Map(present.map((each) => [each.nipCode, each]));
  const merged = listed.map(({ licensed, ...each }): Institution => {
    const old = before.get(each.nipCode);
    const { licensed: wasLicensed = true, ...rest } = old ?? {};
    const after = { ...rest, ...each, ...(!(licensed ?? wasLicensed) && { licensed: false as const }) };
    const change = describeChange(old, after);
    if (change) changes.push(change);
    return after;
  });
  const codes = new Set(listed.map(({ nipCode }) => nipCode));
  const missing = present.filter(({ nipCode }) => !codes.has(nipCode));
  for (const { name, licensed } of missing)
    if (licensed !== false) changes.push(`- ${name}: no longer listed`);
  const institutions = [...merged, ...missing.map((each) => ({ ...each, licensed: false as const }))];
  requireUnique(institutions, ({ name }) => placeKey(name));
  return { institutions: institutions.toSorted(compare), changes };
}

const compare = (a: Institution, b: Institution): number =>
  groups[a.kind] - groups[b.kind] || a.name.localeCompare(b.name, "en");

function describeChange(before: Institution | undefined, after: Institution): string | null {
  if (!before) return `+ ${after.name} (${after.nipCode})`;
  const changed = (["name", "kind", "cbnCode"] as const).flatMap((field) =>
    before[field] === after[field] ? [] : `${field} ${before[field] ?? "none"} → ${after[field] ?? "none"}`,
  );
  if (before.licensed !== after.licensed)
    changed.push(after.licensed === false ? "no longer licensed" : "licensed again");
  if (String(before.aliases ?? "") !== String(after.aliases ?? "")) changed.push("other names");
  return changed.length > 0 ? `~ ${before.name}: ${changed.join(", ")}` : null;
}

/** Returns the text of the list's file: one institution per line, so that a change is easy to review. */
export function toListFile(date: string, institutions: readonly Institution[]): string {
  const lines = institutions.map(({ name, kind, nipCode, cbnCode, aliases, licensed }) => {
    const fields = Object.entries({ name, kind, nipCode, cbnCode, aliases, licensed })
      .filter(([, value]) => value !== undefined && String(value) !== "")
      .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
    return `    { ${fields.join(", ")} }`;
  });
  return `{\n  "date": ${JSON.stringify(date)},\n  "institutions": [\n${lines.join(",\n")}\n  ]\n}\n`;
}
