/** Whether the values of one JSON Schema are values of another, as far as the contract uses it (ADR 57). */
import { isDeepStrictEqual } from "node:util";
import type { Content, Document, Json } from "./document";

/** Keywords that say nothing about the values. A pattern beside a format only spells it out. */
const annotations = ["description", "title", "examples", "example", "default", "deprecated", "$comment"];
/** Limits, by whether a larger value allows more. */
const limits = {
  maximum: 1,
  exclusiveMaximum: 1,
  maxLength: 1,
  maxItems: 1,
  minimum: -1,
  exclusiveMinimum: -1,
  minLength: -1,
  minItems: -1,
} as const;
const nested = ["type", "enum", "const", "properties", "required", "items", "additionalProperties"];
const handled = new Set<string>([...annotations, ...nested, ...Object.keys(limits)]);

/** Compares the schemas of requests or of responses, and collects the problems. */
export class Comparison {
  readonly problems: string[] = [];
  private readonly use: "request" | "response";
  private readonly released: Document;
  private readonly next: Document;

  constructor(use: "request" | "response", released: Document, next: Document) {
    this.use = use;
    this.released = released;
    this.next = next;
  }

  private get verdict() {
    return this.use === "request" ? "no longer accepted" : "may now be sent";
  }

  compareContents(before: Content, after: Content, at: string): void {
    for (const [type, { schema }] of Object.entries(before)) {
      const current = after[type];
      if (current) this.compareSchemas(schema, current.schema, at);
      else this.problems.push(`${at}: ${type} removed`);
    }
  }

  /** Every value of one side must be a value of the other: of the old request, and of the new response. */
  compareSchemas(before: Json, after: Json, at: string): void {
    if (isDeepStrictEqual(before, after)) return;
    const isRequest = this.use === "request";
    const [old, current] = [variantsOf(before, this.released), variantsOf(after, this.next)];
    const [narrow, wide] = isRequest ? [old, current] : [current, old];
    for (const variant of narrow) {
      if (wide.some((item) => isDeepStrictEqual(item, variant))) continue;
      const attempts = wide
        .filter((item) => typeOf(item) === undefined || isOfType(variant, typeOf(item)))
        .map((item) => {
          const attempt = new Comparison(this.use, this.released, this.next);
          attempt.compareVariants(
            ...(isRequest ? ([variant, item] as const) : ([item, variant] as const)),
            at,
          );
          return attempt.problems;
        })
        .toSorted((a, b) => a.length - b.length);
      if (!isRequest && attempts[0]?.length !== 0 && isNewKind(variant, wide)) continue;
      const what = `${at || "it"}: ${describe(variant)} ${this.verdict}`;
      this.problems.push(...(attempts[0] ?? [what]));
    }
  }

  private compareVariants(before: Json, after: Json, at: string): void {
    const isRequest = this.use === "request";
    const [narrow, wide] = isRequest ? [before, after] : [after, before];
    const report = (what: string) => this.problems.push(`${at || "it"}: ${what}`);
    this.compareValues(narrow, wide, report);
    const [old, current] = [propertiesOf(before), propertiesOf(after)];
    for (const [name, schema] of Object.entries(old)) {
      const path = at ? `${at}.${name}` : name;
      if (current[name]) this.compareSchemas(schema, current[name], path);
      else this.problems.push(`${path}: removed`);
    }
    const required = new Set(requiredOf(narrow));
    for (const name of requiredOf(wide))
      // One that was removed is reported above.
      if (!required.has(name) && current[name])
        this.problems.push(`${at ? `${at}.` : ""}${name}: ${isRequest ? "now" : "no longer"} required`);
    for (const key of ["items", "additionalProperties"] as const)
      if (isSchema(before[key]) && isSchema(after[key]))
        this.compareSchemas(before[key], after[key], `${at}[]`);
      else if (key in wide && isSchema(wide[key])) report(`${key} changed`);
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (
        !handled.has(key) &&
        !(key === "pattern" && "format" in wide) &&
        !isDeepStrictEqual(narrow[key], wide[key])
      )
        if (key in wide) report(`${key} changed`);
  }

  /** Compares enumerations and limits. */
  private compareValues(narrow: Json, wide: Json, report: (what: string) => void): void {
    const [some, all] = [valuesOf(narrow), valuesOf(wide)];
    const mayGrow = this.use === "response" && Array.isArray(wide["enum"]) && some;
    if (all && !mayGrow) {
      const others = some?.filter((value) => !all.includes(value));
      if (!others) report("only some values are allowed now");
      else if (others.length) report(`${others.map(String).join(", ")} ${this.verdict}`);
    }
    for (const [key, sign] of Object.entries(limits)) {
      const [limit, allowed] = [narrow[key], wide[key]] as (number | undefined)[];
      if (allowed !== undefined && (limit === undefined || (limit - allowed) * sign > 0))
        report(`${key} ${limit ?? "none"} against ${allowed}`);
    }
  }
}

const isSchema = (value: unknown): value is Json => typeof value === "object" && value !== null;
const propertiesOf = (schema: Json) => (schema["properties"] ?? {}) as Record<string, Json>;
const requiredOf = (schema: Json) => (schema["required"] ?? []) as string[];
const typeOf = (schema: Json) => schema["type"] as string | undefined;
const isOfType = (schema: Json, type: string | undefined) =>
  typeOf(schema) === type || (typeOf(schema) === "integer" && type === "number");
const valuesOf = (schema: Json): unknown[] | undefined =>
  "const" in schema ? [schema["const"]] : (schema["enum"] as unknown[] | undefined);
const describe = (schema: Json): string =>
  JSON.stringify(valuesOf(schema)?.[0] ?? typeOf(schema) ?? "any value");

/** Whether an object differs from all others in a constant, such as its kind: clients ignore kinds that they do not know. */
const isNewKind = (variant: Json, others: readonly Json[]): boolean =>
  Object.entries(propertiesOf(variant)).some(
    ([name, schema]) =>
      "const" in schema &&
      others.length > 0 &&
      others.every((other) => {
        const constant = propertiesOf(other)[name];
        return constant !== undefined && "const" in constant && constant["const"] !== schema["const"];
      }),
  );

/** Returns the alternatives of a schema, each without references and with at most one type. */
function variantsOf(schema: Json, document: Document): Json[] {
  if ("$ref" in schema)
    return variantsOf(document.components.schemas[String(schema["$ref"]).split("/").at(-1)!]!, document);
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = (anyOf ?? oneOf) as Json[] | undefined;
  if (alternatives)
    return alternatives.flatMap((item) => variantsOf(item, document)).map((item) => ({ ...rest, ...item }));
  const { type } = schema;
  return Array.isArray(type) ? type.map((item: string) => ({ ...schema, type: item })) : [schema];
}
