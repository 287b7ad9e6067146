import "server-only";
import * as z from "zod";
import { IDEMPOTENCY_HEADER, type Endpoint } from "@/lib/endpoint";
import { isBackOffice } from "@/lib/rights";
import { siteEnv } from "@/lib/env";
import { statuses, type ErrorCode } from "@/lib/errors";
import { scopeOf } from "@/lib/api-keys/scope-rules";
import { endpoints } from "./endpoints";
import { USER_HEADER } from "./page-user";
import { summaries } from "./summaries";
import { CONTRACT_VERSION } from "./version";

/** The OpenAPI 3.1 document, generated from the schemas that handlers and clients use (ADR 3). */
type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    ...(io === "input" && { override: documentInput }),
  });
  return rest;
}

/** Rules for the normal form of a text; the text in a request need not be in that form. */
const rulesOfNormalForm = ["pattern", "allOf", "minLength", "maxLength"] as const;

/** Completes zod's JSON Schema of an input, which omits normalization and the fact that null and the empty string mean an absent value. */
const documentInput: z.core.ToJSONSchemaParams["override"] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  const isNormalized =
    def.type === "string" && def.checks?.some((check) => check._zod.def.check === "overwrite");
  if (isNormalized) for (const rule of rulesOfNormalForm) delete jsonSchema[rule];
  if (def.type === "pipe" && def.in._zod.def.type === "transform") {
    const present = { ...jsonSchema };
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    jsonSchema.anyOf = [present, { type: "null" }, { const: "" }];
  }
};

/** Parameters are documented by their meaning: a number or a boolean, not its text. */
const propertiesOf = (schema: z.ZodType): [string, unknown][] =>
  Object.entries(jsonSchema(schema, "output")["properties"] ?? {});

/** Whether a parameter takes several values, with commas between them. */
const isList = (schema: unknown) => (schema as Json)["type"] === "array";

function parameters(endpoint: Endpoint): Json[] {
  const { params, query } = endpoint;
  return [
    ...(failuresOf(endpoint).has("OTHER_USER") ? [{ $ref: "#/components/parameters/UserId" }] : []),
    ...(endpoint.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(params ? propertiesOf(params) : []).map(([name, schema]) => ({
      name,
      in: "path",
      required: true,
      schema,
    })),
    ...(query ? propertiesOf(query) : []).map(([name, schema]) => ({
      name,
      in: "query",
      schema,
      ...(isList(schema) && { style: "form", explode: false }),
      ...(query?.shape[name]?.safeParse("").success && { allowEmptyValue: true }),
    })),
  ];
}

function requestBody({ body, documentedBody, multipart }: Endpoint): Json | undefined {
  if (multipart) {
    const parts = Object.entries(multipart);
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const schema = {
      type: "object",
      properties: {
        ...Object.fromEntries(parts.map(([name]) => [name, file])),
        submissionId: { type: "string", format: "uuid" },
      },
      required: parts.filter(([, { required }]) => required).map(([name]) => name),
    };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  const schema = body ?? documentedBody;
  return (
    schema && {
      required: !schema.safeParse({}).success,
      content: { "application/json": { schema: jsonSchema(schema, "input") } },
    }
  );
}

/** Returns the error codes of a call: its own, and those implied by its method, rights and input (product 10.2). */
function failuresOf(endpoint: Endpoint): Set<ErrorCode> {
  const {
    method,
    auth,
    proofMinutes,
    idempotent,
    params,
    query,
    body,
    documentedBody,
    multipart,
    failures = [],
  } = endpoint;
  const codes = new Set<ErrorCode>(failures);
  const add = (when: unknown, ...more: ErrorCode[]) => when && more.forEach((code) => codes.add(code));
  // A GET request prefetched by a browser is rejected with CONFLICT.
  add(method === "GET", "CONFLICT");
  add(["user", "applicant"].includes(auth) || isBackOffice(auth), "UNAUTHENTICATED");
  // Programs may not make the calls of people.
  add(auth !== "public", "FORBIDDEN");
  add(scopeOf(endpoint), "RATE_LIMITED");
  add(isBackOffice(auth), "TWO_STEP_SETUP_REQUIRED");
  add(auth !== "cookie", "OTHER_USER");
  add(proofMinutes, "STEP_UP_REQUIRED");
  add(params, "NOT_FOUND");
  add(query ?? idempotent, "VALIDATION_FAILED");
  add(
    body ?? documentedBody ?? multipart,
    "BAD_REQUEST",
    "PAYLOAD_TOO_LARGE",
    "UNSUPPORTED_MEDIA_TYPE",
    "VALIDATION_FAILED",
  );
  add(multipart, "RATE_LIMITED");
  return codes.add("INTERNAL").add("UNAVAILABLE");
}

const failureOf = (codes: ErrorCode[]): Json => ({
  allOf: [
    { $ref: "#/components/schemas/Failure" },
    { type: "object", properties: { error: { type: "string", enum: codes } } },
  ],
});

function failureResponses(endpoint: Endpoint): Record<string, Json> {
  const byStatus = Map.groupBy(failuresOf(endpoint), (code) => statuses[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        content: { "application/json": { schema: failureOf(codes) } },
        ...([429, 503].includes(status) && {
          headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
        }),
      },
    ]),
  );
}

function successContent({ produces, data = z.null(), extra = z.object({}) }: Endpoint): Json {
  if (!produces) {
    const schema = extra.extend({ success: z.literal(true), data, message: z.string().optional() });
    return { "application/json": { schema: jsonSchema(schema, "output") } };
  }
  return {
    [produces]: { schema: produces === "application/json" ? { type: "object" } : { type: "string" } },
  };
}

const security: Partial<Record<Endpoint["auth"], Json[]>> = {
  public: [],
  cookie: [{ refreshCookie: [] }],
  either: [{ bearer: [] }, {}],
};

/** Returns who may make a call; of a program, with the scope that its key needs. */
function securityOf(endpoint: Endpoint): Json[] {
  const scope = scopeOf(endpoint);
  return [...(security[endpoint.auth] ?? [{ bearer: [] }]), ...(scope ? [{ apiKey: [scope] }] : [])];
}

const tags = {
  auth: "Accounts and sessions",
  verification: "Submitting a verification",
  admin: "The back office",
  carousel: "The slides of the home page",
  uploads: "Images of slides",
  files: "Stored documents",
  operations: "Documentation and health",
} as const;

const tagOf = (path: string): string => {
  const folder = path.split("/")[2] ?? "";
  return folder in tags ? folder : "operations";
};

/** Returns the scope that a key needs, which Swagger UI shows of OAuth only, and the deprecation, in words. */
function descriptionOf(endpoint: Endpoint): Json {
  const { deprecated } = endpoint;
  const scope = scopeOf(endpoint);
  const sentences = [
    scope && `A key needs the scope \`${scope}\`.`,
    deprecated &&
      `Deprecated since ${deprecated.since}, and may be missing from ${deprecated.sunset}. Use ${deprecated.use}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

function operation(name: keyof typeof endpoints, endpoint: Endpoint): Json {
  const body = requestBody(endpoint);
  return {
    operationId: name,
    summary: summaries[name],
    ...descriptionOf(endpoint),
    ...(endpoint.deprecated && { deprecated: true, "x-sunset": endpoint.deprecated.sunset }),
    tags: [tagOf(endpoint.path)],
    security: securityOf(endpoint),
    parameters: parameters(endpoint),
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: { description: "Success", content: successContent(endpoint) },
      ...failureResponses(endpoint),
    },
  };
}

/** Returns the OpenAPI document as a JSON object. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(endpoints) as (keyof typeof endpoints)[]) {
    const endpoint: Endpoint = endpoints[name];
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  const site = siteEnv();
  return {
    openapi: "3.1.0",
    info: {
      title: `${site.BRAND_NAME} API`,
      version: CONTRACT_VERSION,
      description: "Accounts, verification and the back office.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { email: site.BRAND_SUPPORT_EMAIL },
    },
    servers: [{ url: site.APP_URL }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "A key of a program, such as sdl_live_..., with the named scope. Every response to a key has RateLimit-Policy and RateLimit.",
        },
        refreshCookie: { type: "apiKey", in: "cookie", name: "seedline.refresh" },
      },
      parameters: {
        UserId: {
          name: USER_HEADER,
          in: "header",
          description:
            "The user for whom the calling page was rendered. If another user is logged in, the response is 409 OTHER_USER",
          schema: { type: "string", format: "uuid" },
        },
        IdempotencyKey: {
          name: IDEMPOTENCY_HEADER,
          in: "header",
          description:
            "A random string that identifies this call. Repeating the call with the same key within a day changes nothing further and returns the same response; a different body gets VALIDATION_FAILED. Keys belong to the user. A failed call can be repeated with its key",
          schema: { type: "string", pattern: "^[!-~]{1,255}$" },
        },
      },
      schemas: { Failure: jsonSchema(failureSchema, "output") },
    },
  };
}

const failureSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.enum(Object.keys(statuses)),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Details of some failures: the current state after a conflict, the second step of a login"),
});
