import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoints } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/endpoint";

/** Every rejected value of a request gets an explanation (product 10.2): wrong types at each place of each body of the contract. */
const wrong = [
  undefined,
  null,
  5,
  -1.5,
  true,
  "",
  " ",
  "?",
  "\u0000",
  "x".repeat(5_000),
  [],
  [5],
  {},
  { "?": 5 },
];

type Json = {
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
};
type Place = readonly (string | number)[];

/** Returns all places of a body, such as `signatories`, `0`, `email`. */
function placesOf(json: Json, at: Place = []): Place[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = json;
  return [
    at,
    ...Object.entries(properties).flatMap(([key, inner]) => placesOf(inner, [...at, key])),
    ...(items ? placesOf(items, [...at, 0]) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) =>
      placesOf(inner, at).filter(({ length }) => length > at.length),
    ),
  ];
}

/** Returns a body with this value at a place, and nothing else. */
const put = (place: Place, value: unknown): unknown =>
  place.reduceRight<unknown>((inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }), value);

const inputs = Object.entries<Endpoint>(endpoints).flatMap(
  ([name, { body, documentedBody, query, params }]) =>
    Object.entries({ body, documentedBody, query, params }).flatMap(([part, schema]) =>
      schema ? [[`${name} ${part}`, schema] as const] : [],
    ),
);

describe("the contract", () => {
  it.each(inputs)("%s: no wrong value is rejected without words", (_, schema) => {
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
    const silent = placesOf(json).flatMap((place) =>
      wrong.flatMap((value) =>
        (schema.safeParse(put(place, value)).error?.issues ?? [])
          .filter(({ message }) => message.trim() === "" || message === "Invalid input")
          .map(
            ({ path, message }) =>
              `${path.join(".")}: "${message}" for ${JSON.stringify(value)?.slice(0, 30)}`,
          ),
      ),
    );
    expect([...new Set(silent)]).toEqual([]);
  });
});
