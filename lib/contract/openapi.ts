import "server-only";
import { z } from "zod";
import { siteEnv } from "@/lib/env";
import { statuses } from "@/lib/errors";
import { endpoints, type Endpoint } from "./endpoints";

/** The OpenAPI 3.1 document of the contract, made from the schemas the handlers use. */
type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  return rest;
};

function parameters({ path, query }: Endpoint): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }));
  const properties = query
    ? (jsonSchema(query)["properties"] as Record<string, Json> | undefined)
    : undefined;
  const inQuery = Object.entries(properties ?? {}).map(([name, schema]) => ({ name, in: "query", schema }));
  return [...inPath, ...inQuery];
}

function requestBody({ body, documentedBody, multipart }: Endpoint): Json | undefined {
  if (multipart) {
    const fields = Object.entries(multipart);
    return {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            properties: {
              ...Object.fromEntries(fields.map(([name]) => [name, { type: "string", format: "binary" }])),
              submissionId: { type: "string", format: "uuid" },
            },
            required: fields.filter(([, rule]) => rule.required).map(([name]) => name),
          },
        },
      },
    };
  }
  const schema = body ?? documentedBody;
  return schema && { required: true, content: { "application/json": { schema: jsonSchema(schema) } } };
}

const envelope = (name: "Success" | "Failure") => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});

function operation(name: string, endpoint: Endpoint): Json {
  const body = requestBody(endpoint);
  const protectedBy = ["user", "admin", "super"].includes(endpoint.auth);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[2]],
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    ...(protectedBy ? { security: [{ bearer: [] }] } : {}),
    ...(endpoint.auth === "cookie" ? { security: [{ refreshCookie: [] }] } : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: "Success",
        content: endpoint.produces
          ? {
              [endpoint.produces]: {
                schema: endpoint.produces === "application/json" ? {} : { type: "string", format: "binary" },
              },
            }
          : envelope("Success"),
      },
      default: { description: "Failure", content: envelope("Failure") },
    },
  };
}

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: "3.1.0",
    info: { title: `${siteEnv().BRAND_NAME} API`, version: "1.0.0" },
    servers: [{ url: siteEnv().APP_URL }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        refreshCookie: { type: "apiKey", in: "cookie", name: "seedline.refresh" },
      },
      schemas: {
        Success: {
          type: "object",
          properties: { success: { const: true }, data: {}, message: { type: "string" } },
          required: ["success", "data"],
        },
        Failure: {
          type: "object",
          properties: {
            success: { const: false },
            message: { type: "string" },
            error: { type: "string", enum: Object.keys(statuses) },
            errors: {
              type: "array",
              items: {
                type: "object",
                properties: { path: { type: "string" }, message: { type: "string" } },
                required: ["path", "message"],
              },
            },
          },
          required: ["success", "message", "error"],
        },
      },
    },
  };
}
