import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import { DEMO_PASSWORD } from "../../../../prisma/seed/builders";
import { nearlyValid, fromSchema, hostile, type Json } from "../../../support/schema-arbitrary";
import { startDatabase, startServer, type Database, type Server } from "../../../support/server";
import { requireContract } from "../../../support/contract";
import { openApiDocument } from "@/lib/contract/openapi";

/**
 * threat 23: no request to a call of the OpenAPI document gives a 5xx, and every response is as documented. A few bodies per
 * call in every run; FUZZ_RUNS=1000 in `npm run test:faults`. A failure prints the seed and the smallest failing request.
 */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 20);
const many = Object.fromEntries(
  ["LOGIN_FAILURES", "LOGIN_FAILURES_PER_IP", "REGISTRATIONS_PER_HOUR", "UPLOADS_PER_HOUR"].map((name) => [
    `LIMIT_${name}`,
    "1000000",
  ]),
);

let database: Database;
let server: Server;
const people = ["super@seedline", "admin@seedline", "investor@demo", "startup@demo", "corporate@demo", "new@demo"] as const; // oxfmt-ignore
/** The tokens of the users; a visitor has none. */
const tokens: (string | undefined)[] = [undefined];
const ids: string[] = [];
const files: Blob[] = [];

async function json(path: string, token?: string, body?: unknown): Promise<Json> {
  const response = await fetch(server.url + path, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Json;
}

/** Returns a token of one of the users, or undefined if the account was deleted. */
const tokenOf = async (user: number): Promise<string | undefined> =>
  (await json("/api/auth/login", undefined, { email: `${people[user]}.example`, password: DEMO_PASSWORD }))[
    "accessToken"
  ] as string | undefined;

beforeAll(async () => {
  database = await startDatabase({ seed: true });
  server = await startServer({ database, env: many });
  for (const user of people.keys()) tokens[user + 1] = await tokenOf(user);
  for (const list of ["/api/admin/users?limit=100", "/api/admin/users?role=admin", "/api/carousel"]) {
    const { data, message } = await json(list, tokens[1]);
    if (!Array.isArray(data)) throw new Error(`${list}: ${String(message)}`);
    for (const { _id } of data as { _id: string }[]) ids.push(_id);
  }
  // Frequent enough that some super administrator's request names the user, a date, a queue or a table.
  const proposalId = await newProposal();
  for (let n = 0; n < 10; n += 1) ids.push(proposalId, "2027-06-14", "startup", "reviewers");
  for (const bytes of [
    await samplePdf("x"),
    await samplePhoto(20),
    await samplePhoto(5, "png"),
    Buffer.from("text"),
  ])
    files.push(new Blob([new Uint8Array(bytes)]));
});

afterAll(async () => {
  await server?.stop();
  await database?.stop();
});

/** Creates a proposal of another super administrator. Returns its id. */
async function newProposal(): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO users (id, email, email_verified_at, name, phone, password_hash, role, is_super, updated_at)
     SELECT gen_random_uuid(), 'second@seedline.example', now(), 'Second Super', '', password_hash, 'admin', true, now()
     FROM users WHERE email = 'super@seedline.example'`,
  );
  await client.end();
  await fetch(`${server.url}/api/admin/requirements/second_approval`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[1]}` },
    body: JSON.stringify({ on: true }),
  });
  const body = { name: "Ada Proposed", email: "proposed@seedline.example" };
  const credentials = { email: "second@seedline.example", password: DEMO_PASSWORD };
  const { accessToken } = await json("/api/auth/login", undefined, credentials);
  const { data } = await json("/api/admin/invitations", accessToken as string, body);
  return (data as { proposalId: string }).proposalId;
}

const segment = () =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "..",
        "%00",
        "__proto__",
        "null",
        "utilityBill",
        "signatories[0][idDocument]",
      ),
    },
  );

interface Operation {
  parameters?: { name: string; in: "path" | "query"; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}

interface Shot {
  method: string;
  url: string;
  user: number;
  body: string | FormData | undefined;
  type: string | undefined;
}

/** Generates requests to one call: mostly close to a valid one, sometimes arbitrary. */
function shots(
  method: string,
  path: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<Shot> {
  const inPath = fc.record(
    Object.fromEntries(parameters.filter((p) => p.in === "path").map(({ name }) => [name, segment()])),
  );
  const inQuery = fc.record(
    Object.fromEntries(
      parameters
        .filter((p) => p.in === "query")
        .map(({ name, schema }) => [
          name,
          fc.oneof(fromSchema(schema), hostile).map((value) => String(text(value)).slice(0, 2_000)),
        ]),
    ),
    { requiredKeys: [] },
  );
  const schema = requestBody?.content["application/json"]?.schema;
  const form = requestBody?.content["multipart/form-data"]?.schema;
  const body = fc.oneof(
    {
      weight: 8,
      arbitrary: schema ? nearlyValid(schema).map(text) : form ? forms(form) : fc.constant(undefined),
    },
    { weight: 1, arbitrary: hostile.map(text) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("{", "[]", '{"a":', "\ufeff{}", "--b\r\n\r\n--b--", "[".repeat(5_000)),
    },
  );
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant(form ? undefined : "application/json") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=b",
        "application/json; charset=utf-16",
        "",
      ),
    },
  );
  return fc.record({ inPath, inQuery, body, type, user: fc.nat(tokens.length - 1) }).map((shot) => {
    const query = new URLSearchParams(shot.inQuery as Record<string, string>).toString();
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(shot.inPath[name]!));
    const sent = method === "GET" ? undefined : shot.body;
    return {
      method,
      url: query ? `${place}?${query}` : place,
      user: shot.user,
      body: sent,
      type: typeof sent === "string" ? (shot.type ?? "application/json") : undefined,
    };
  });
}

/** Returns the value as JSON; lone surrogates are written as escapes, because UTF-8 encoding would replace them. */
const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function forms(schema: Json): fc.Arbitrary<FormData> {
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(schema["properties"] as Json)),
    fc.string({ maxLength: 30 }),
  );
  const value = fc.oneof(fc.nat(3), fc.uuid(), fc.string({ maxLength: 300 }));
  return fc.array(fc.tuple(names, value, fc.string({ maxLength: 40 })), { maxLength: 6 }).map((parts) => {
    const data = new FormData();
    for (const [name, part, filename] of parts)
      if (typeof part === "number") data.append(name, files[part]!, filename);
      else data.append(name, part);
    return data;
  });
}

/** Calls that end accounts run last, so that all others meet existing accounts. */
const ending = /deleteMe|users\/\{userId\}(?:$|\/role)/;
/** They require a separate cookie or token, which these requests do not have. */
const closed = new Set(["/api/auth/refresh", "/api/metrics"]);
/** Enough requests that each kind of user sends a valid body to every call. */
const MANY = 200;
const operations = Object.entries(openApiDocument()["paths"] as Record<string, Record<string, Operation>>)
  .flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  )
  .sort((a, b) => Number(ending.test(a.path)) - Number(ending.test(b.path)));

const needsLogin = async (response: Response): Promise<boolean> =>
  response.status === 401 ||
  (response.status === 403 && (await response.clone().text()).includes("STEP_UP_REQUIRED"));

describe("arbitrary requests to each call give no 5xx and always the envelope (threat 23)", () => {
  it.each(operations)(
    "$verb $path",
    async ({ verb, path, operation }) => {
      let admitted = 0;
      let understood = 0;
      await fc.assert(
        fc.asyncProperty(shots(verb, path, operation), async ({ method, url, user, body, type }) => {
          const shoot = (token: string | undefined) =>
            fetch(server.url + url, {
              method,
              redirect: "manual",
              headers: {
                ...(token ? { authorization: `Bearer ${token}` } : {}),
                ...(type ? { "content-type": type } : {}),
              },
              ...(body === undefined ? {} : { body }),
            });
          let response = await shoot(tokens[user]);
          // One of these calls ended the session, it expired, or the last login is too old for this call.
          if (tokens[user] && (await needsLogin(response))) {
            await response.body?.cancel();
            tokens[user] = await tokenOf(user - 1);
            response = await shoot(tokens[user]);
          }
          if (response.status !== 401) admitted += 1;
          if (![401, 403, 404, 405].includes(response.status)) understood += 1;
          if (response.headers.get("content-type") === "text/event-stream") return response.body?.cancel();
          const answer = await response.text();
          expect(response.status).toBeLessThan(500);
          // A path with a trailing slash is redirected to the one without.
          if (response.status === 308) {
            expect(response.headers.get("location")).toMatch(/^\/api/);
            return;
          }
          if (response.ok && !/\bjson\b/.test(response.headers.get("content-type") ?? "")) return;
          requireContract({
            method,
            path: url,
            body,
            isMultipart: body instanceof FormData,
            status: response.status,
            answer: JSON.parse(answer),
          });
        }),
        { numRuns: RUNS },
      );
      if (closed.has(path)) return;
      expect(admitted).toBeGreaterThan(0);
      if (RUNS >= MANY) expect(understood).toBeGreaterThan(0);
    },
    30_000 + RUNS * 200,
  );
});
