import { describe, expect, it } from "vitest";
import { findBreakingChanges } from "./compare";
import type { Document, Json } from "./document";

const content = (schema: Json) => ({ "application/json": { schema } });
const object = (properties: Record<string, Json>, required = Object.keys(properties)): Json => ({
  type: "object",
  properties,
  required,
});
const text: Json = { type: "string" };
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: "null" }] });
const event = (kind: string) => object({ kind: { type: "string", const: kind }, id: text });

const request = object(
  {
    name: { type: "string", minLength: 1, maxLength: 100 },
    amount: { type: "integer", minimum: 1, maximum: 1000 },
    state: { type: "string", enum: ["open", "closed"] },
    note: orNull(text),
    tags: { type: "array", items: text, maxItems: 5 },
    term: { oneOf: [event("months"), event("days")] },
  },
  ["name", "amount"],
);
const response = object(
  {
    _id: { type: "string", format: "uuid", pattern: "^a" },
    state: { type: "string", enum: ["open", "closed"] },
    closedAt: orNull(text),
    events: { type: "array", items: { oneOf: [event("opened"), event("closed")] } },
    lines: { type: "array", items: { ...object({ amount: text }), additionalProperties: false } },
    nick: text,
  },
  ["_id", "state", "closedAt", "events", "lines"],
);

const released: Document = {
  info: { version: "1.0.0" },
  paths: {
    "/api/plans": {
      post: {
        operationId: "addPlan",
        summary: "Add a plan",
        tags: ["plans"],
        security: [{ bearer: [] }, { apiKey: ["plans:write"] }],
        parameters: [
          { $ref: "#/components/parameters/Key" },
          { name: "limit", in: "query", schema: { type: "integer", maximum: 100 }, allowEmptyValue: true },
        ],
        requestBody: { required: true, content: content(request) },
        responses: { 201: { content: content(response) }, 409: { content: content(text) } },
      },
    },
    "/api/health": {
      get: {
        operationId: "health",
        summary: "Health",
        tags: [],
        security: [],
        parameters: [],
        responses: { 200: { content: content(text) } },
      },
    },
  },
  components: {
    schemas: { Failure: object({ error: { type: "string", enum: ["CONFLICT"] } }) },
    parameters: { Key: { name: "Idempotency-Key", in: "header", schema: text } },
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
  },
};

interface Parts {
  document: Document;
  plan: Document["paths"][string][string];
  asked: Record<string, Json>;
  answered: Record<string, Json>;
  input: { required: string[] };
  output: { required: string[] };
}

/** Lists what a change breaks. */
function breaks(change: (parts: Parts) => void, today = "2026-11-27"): string[] {
  const document = structuredClone(released);
  const plan = document.paths["/api/plans"]!["post"]!;
  const input = plan.requestBody!.content["application/json"]!.schema;
  const output = plan.responses["201"]!.content["application/json"]!.schema;
  const properties = (schema: Json) => schema["properties"] as Record<string, Json>;
  change({
    document,
    plan,
    asked: properties(input),
    answered: properties(output),
    input: input as unknown as Parts["input"],
    output: output as unknown as Parts["output"],
  });
  return findBreakingChanges(released, document, today).map((line) =>
    line.replace(/^POST \/api\/plans: (?:(?:body|response)\.)?/, ""),
  );
}
const without = (list: string[], name: string) => list.splice(list.indexOf(name), 1);

describe("what breaks clients", () => {
  it.each<[string, (parts: Parts) => void]>([
    ["GET /api/health: removed", ({ document }) => delete document.paths["/api/health"]],
    ["GET /api/health: access with no login removed", ({ document }) => { document.paths["/api/health"]!["get"]!.security = [{ bearer: [] }]; }], // oxfmt-ignore
    ["access with apiKey plans:write removed", ({ plan }) => plan.security.pop()],
    ["access with apiKey plans:write removed", ({ plan }) => { plan.security[1] = { apiKey: ["terms:write"] }; }], // oxfmt-ignore
    ["security scheme bearer: changed", ({ document }) => { document.components.securitySchemes["bearer"] = { type: "http", scheme: "basic" }; }], // oxfmt-ignore
    ["header Idempotency-Key: removed", ({ plan }) => plan.parameters.shift()],
    ["query limit: removed", ({ plan }) => plan.parameters.pop()],
    ["query limit: maximum 100 against 50", ({ plan }) => { plan.parameters[1] = { name: "limit", in: "query", schema: { type: "integer", maximum: 50 }, allowEmptyValue: true }; }], // oxfmt-ignore
    ["query limit: may no longer be empty", ({ plan }) => { plan.parameters[1] = { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } }; }], // oxfmt-ignore
    ["query limit: several values are given in another way", ({ plan }) => { (plan.parameters[1] as { explode?: boolean }).explode = false; }], // oxfmt-ignore
    ["query from: new and required", ({ plan }) => plan.parameters.push({ name: "from", in: "query", required: true, schema: text })], // oxfmt-ignore
    ["body: application/json removed", ({ plan }) => { plan.requestBody = { required: true, content: { "multipart/form-data": { schema: request } } }; }], // oxfmt-ignore
    [
      "response 201: removed",
      ({ plan }) => {
        plan.responses = { 200: plan.responses["201"]! };
      },
    ],
    ["response: application/json removed", ({ plan }) => { plan.responses["201"]!.content = { "text/csv": { schema: text } }; }], // oxfmt-ignore
    // Requests.
    ["name: removed", ({ asked, input }) => { delete asked["name"]; without(input.required, "name"); }], // oxfmt-ignore
    ["note: now required", ({ input }) => input.required.push("note")],
    ["owner: now required", ({ asked, input }) => { asked["owner"] = text; input.required.push("owner"); }], // oxfmt-ignore
    [
      'name: "string" no longer accepted',
      ({ asked }) => {
        asked["name"] = { type: "integer" };
      },
    ],
    ["name: maxLength 100 against 50", ({ asked }) => { asked["name"] = { type: "string", minLength: 1, maxLength: 50 }; }], // oxfmt-ignore
    [
      "name: minLength 1 against 2",
      ({ asked }) => {
        asked["name"]!["minLength"] = 2;
      },
    ],
    [
      "name: pattern changed",
      ({ asked }) => {
        asked["name"]!["pattern"] = "^a";
      },
    ],
    [
      "amount: multipleOf changed",
      ({ asked }) => {
        asked["amount"]!["multipleOf"] = 5;
      },
    ],
    [
      "tags: maxItems 5 against 4",
      ({ asked }) => {
        asked["tags"]!["maxItems"] = 4;
      },
    ],
    [
      "tags: uniqueItems changed",
      ({ asked }) => {
        asked["tags"]!["uniqueItems"] = true;
      },
    ],
    [
      'tags[]: "string" no longer accepted',
      ({ asked }) => {
        asked["tags"]!["items"] = { type: "integer" };
      },
    ],
    [
      "state: closed no longer accepted",
      ({ asked }) => {
        asked["state"]!["enum"] = ["open"];
      },
    ],
    [
      'note: "null" no longer accepted',
      ({ asked }) => {
        asked["note"] = text;
      },
    ],
    ["note: only some values are allowed now", ({ asked }) => { asked["note"] = orNull({ type: "string", enum: ["a"] }); }], // oxfmt-ignore
    [
      "term.kind: days no longer accepted",
      ({ asked }) => {
        asked["term"] = event("months");
      },
    ],
    // Responses.
    ["state: removed", ({ answered, output }) => { delete answered["state"]; without(output.required, "state"); }], // oxfmt-ignore
    ["nick: removed", ({ answered }) => delete answered["nick"]],
    ["state: no longer required", ({ output }) => without(output.required, "state")],
    [
      'nick: "null" may now be sent',
      ({ answered }) => {
        answered["nick"] = orNull(text);
      },
    ],
    [
      'nick: "null" may now be sent',
      ({ answered }) => {
        answered["nick"] = { type: ["string", "null"] };
      },
    ],
    [
      'nick: "number" may now be sent',
      ({ answered }) => {
        answered["nick"] = { type: "number" };
      },
    ],
    [
      'nick: "any value" may now be sent',
      ({ answered }) => {
        answered["nick"] = {};
      },
    ],
    [
      "_id: format changed",
      ({ answered }) => {
        answered["_id"] = text;
      },
    ],
    ["events[].id: no longer required", ({ answered }) => { answered["events"]!["items"] = { oneOf: [event("opened"), { ...event("closed"), required: ["kind"] }] }; }], // oxfmt-ignore
    [
      "lines[].amount: removed",
      ({ answered }) => {
        answered["lines"]!["items"] = object({});
      },
    ],
    ["error responses: error: removed", ({ document }) => { document.components.schemas["Failure"] = object({}); }], // oxfmt-ignore
  ])("%s", (line, change) => expect(breaks(change)).toEqual([line]));

  it("a removed call that was deprecated breaks none from its sunset", () => {
    const old = structuredClone(released);
    old.paths["/api/health"]!["get"]!["x-sunset"] = "2027-06-01";
    const next = structuredClone(released);
    delete next.paths["/api/health"];
    expect(findBreakingChanges(old, next, "2027-05-31")).toEqual(["GET /api/health: removed"]);
    expect(findBreakingChanges(old, next, "2027-06-01")).toEqual([]);
    next.paths = structuredClone(released.paths);
    next.paths["/api/health"]!["get"]!["x-sunset"] = "2027-05-01";
    expect(findBreakingChanges(old, next, "2027-01-01")).toEqual(["GET /api/health: the sunset is earlier"]);
  });
});

describe("what breaks no client", () => {
  it.each<[string, (parts: Parts) => void]>([
    ["nothing changed", () => {}],
    [
      "a new call",
      ({ document, plan }) => {
        document.paths["/api/terms"] = { post: plan };
      },
    ],
    ["another way to call", ({ plan }) => plan.security.push({ cookie: [] })],
    [
      "a call that is public now",
      ({ plan }) => {
        plan.security = [];
      },
    ],
    [
      "a new optional parameter",
      ({ plan }) => plan.parameters.push({ name: "q", in: "query", schema: text }),
    ],
    [
      "a new optional field",
      ({ asked }) => {
        asked["owner"] = text;
      },
    ],
    ["a field that is optional now", ({ input }) => without(input.required, "name")],
    [
      "a longer text",
      ({ asked }) => {
        asked["name"]!["maxLength"] = 200;
      },
    ],
    [
      "no limit",
      ({ asked }) => {
        delete asked["name"]!["maxLength"];
      },
    ],
    [
      "a number instead of an integer",
      ({ asked }) => {
        asked["amount"]!["type"] = "number";
      },
    ],
    [
      "one more accepted value",
      ({ asked }) => {
        asked["state"]!["enum"] = ["open", "closed", "held"];
      },
    ],
    [
      "null for a text",
      ({ asked }) => {
        asked["name"] = { ...asked["name"], type: ["string", "null"] };
      },
    ],
    ["another accepted kind", ({ asked }) => { asked["term"] = { oneOf: [event("days"), event("months"), event("years")] }; }], // oxfmt-ignore
    [
      "no body needed",
      ({ plan }) => {
        plan.requestBody!.required = false;
      },
    ],
    [
      "a new property",
      ({ answered }) => {
        answered["owner"] = text;
      },
    ],
    ["a new property of a closed object", ({ answered }) => { answered["lines"]!["items"] = object({ amount: text, on: text }); }], // oxfmt-ignore
    ["a property that is always there now", ({ output }) => output.required.push("nick")],
    [
      "never null",
      ({ answered }) => {
        answered["closedAt"] = text;
      },
    ],
    [
      "one more state",
      ({ answered }) => {
        answered["state"]!["enum"] = ["open", "closed", "held"];
      },
    ],
    [
      "one state less",
      ({ answered }) => {
        answered["state"]!["enum"] = ["open"];
      },
    ],
    ["a new kind of event", ({ answered }) => { answered["events"]!["items"] = { oneOf: [event("opened"), event("closed"), event("held")] }; }], // oxfmt-ignore
    [
      "the pattern of a format",
      ({ answered }) => {
        answered["_id"]!["pattern"] = "^b";
      },
    ],
    ["another text", ({ plan, answered }) => { plan.summary = "Adds"; answered["nick"] = { ...text, description: "A name" }; }], // oxfmt-ignore
    ["a removed error", ({ plan }) => delete plan.responses["409"]],
    ["a new error code", ({ document }) => { document.components.schemas["Failure"] = object({ error: { type: "string", enum: ["CONFLICT", "GONE"] } }); }], // oxfmt-ignore
    ["a schema that is a reference now", ({ document, answered }) => { document.components.schemas["Nick"] = text; answered["nick"] = { $ref: "#/components/schemas/Nick" }; }], // oxfmt-ignore
    [
      "a deprecated call",
      ({ plan }) => {
        plan.deprecated = true;
        plan["x-sunset"] = "2027-06-01";
      },
    ],
  ])("%s", (_, change) => expect(breaks(change)).toEqual([]));
});
