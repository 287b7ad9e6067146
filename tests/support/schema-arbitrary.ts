import fc from "fast-check";

export type Json = Record<string, unknown>;

/** Values that forms never send: other types, long and malformed text, SQL and JavaScript injections. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      1e308,
      -0.5,
      Number.MAX_SAFE_INTEGER,
      "",
      " ",
      "\u0000",
      "\ud800",
      "‮evil",
      "'; DROP TABLE users; --",
      "%_\\",
      "../../etc/passwd",
      "__proto__",
      "constructor",
      "x".repeat(20_000),
      "9".repeat(400),
      "2024-02-30",
      "0000-00-00",
      "+275760-09-13",
      [],
      [[]],
      {},
      { length: 1 },
      { toString: 1 },
      Array(500).fill(null),
    ),
  },
);

/** Values that match a schema of the OpenAPI document; the handler's further rules may still reject them. */
export function fromSchema(schema: Json): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  const branches = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (branches) return fc.oneof(...branches.map(fromSchema));
  switch (schema["type"]) {
    case "object":
      return fromObject(schema, fromSchema);
    case "array":
      return fc.array(fromSchema((schema["items"] ?? {}) as Json), { maxLength: 4 });
    case "string":
      return text(schema);
    case "integer":
    case "number":
      return fc.integer({ min: -5, max: 200 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return hostile;
  }
}

function text(schema: Json): fc.Arbitrary<string> {
  const plain = fc.string({ minLength: Math.min(Number(schema["minLength"] ?? 0), 50), maxLength: 60 });
  if (schema["format"] === "email") return fc.emailAddress();
  if (schema["format"] === "uuid") return fc.uuid();
  if (schema["format"] === "date")
    return fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  if (typeof schema["pattern"] !== "string") return plain;
  try {
    return fc.stringMatching(new RegExp(schema["pattern"]));
  } catch {
    // Some patterns cannot be generated.
    return plain;
  }
}

function fromObject(schema: Json, each: (schema: Json) => fc.Arbitrary<unknown>): fc.Arbitrary<Json> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Json>);
  const required = (schema["required"] ?? []) as string[];
  return fc.record(Object.fromEntries(properties.map(([name, property]) => [name, each(property)])), {
    requiredKeys: required.filter((name) => properties.some(([known]) => known === name)),
  });
}

/** Values that match a schema except for errors in some fields, extra keys and missing keys. */
export function nearlyValid(schema: Json): fc.Arbitrary<unknown> {
  if (schema["type"] !== "object") return fc.oneof(fromSchema(schema), hostile);
  const spoilt = fromObject({ ...schema, required: [] }, (property) =>
    fc.oneof({ weight: 3, arbitrary: fromSchema(property) }, { weight: 1, arbitrary: hostile }),
  );
  const extra = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom("__proto__", "role", "isSuper", "status", "_id")),
    hostile,
    { maxKeys: 2 },
  );
  return fc.tuple(spoilt, extra).map(([value, more]) => ({ ...more, ...value }));
}
