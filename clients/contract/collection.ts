/** A Postman collection (v2.1) with every call of an OpenAPI document, in folders by tag (product 10.48). */
import { sample } from "openapi-sampler";
import { callsOf, parametersOf, type Document, type Json, type Operation } from "./document";

/** Calls of people log in first; a program sets `token` to its key. */
const collectionAuth = { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] };

/** The login stores its access token for the calls after it. */
const storeToken = {
  listen: "test",
  script: {
    type: "text/javascript",
    exec: ['const { accessToken } = pm.response.json();', 'if (accessToken) pm.collectionVariables.set("token", accessToken);'], // oxfmt-ignore
  },
};

function bodyOf({ requestBody }: Operation, document: Document): Json | undefined {
  const [content] = Object.entries(requestBody?.content ?? {});
  if (!content) return undefined;
  const [type, { schema }] = content;
  const example = sample(schema, { quiet: true }, document);
  if (type === "application/json")
    return { mode: "raw", raw: JSON.stringify(example, null, 2), options: { raw: { language: "json" } } };
  const parts = Object.entries((schema["properties"] ?? {}) as Record<string, Json>);
  const required = (schema["required"] ?? []) as string[];
  const formdata = parts.map(([key, part]) => ({
    key,
    type: part["contentMediaType"] ? "file" : "text",
    disabled: !required.includes(key),
  }));
  return { mode: "formdata", formdata };
}

function itemOf(name: string, operation: Operation, document: Document): Json {
  const [method = "", path = ""] = name.split(" ");
  const parameters = parametersOf(document, operation);
  const named = (place: string) => parameters.filter((item) => item.in === place);
  const body = bodyOf(operation, document);
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  const query = named("query").map(({ name: key, schema, required = false }) => ({
    key,
    value: String(sample(schema, { quiet: true }, document) ?? ""),
    disabled: !required,
  }));
  const idempotency = named("header").some(({ name: key }) => key === "Idempotency-Key");
  const isPublic = operation.security.length === 0;
  return {
    name: operation.summary,
    ...(operation.operationId === "login" && { event: [storeToken] }),
    request: {
      method,
      ...(isPublic && { auth: { type: "noauth" } }),
      description: [operation.operationId, operation.description].filter(Boolean).join("\n\n"),
      header: [
        ...(body?.["mode"] === "raw" ? [{ key: "Content-Type", value: "application/json" }] : []),
        ...(idempotency ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
      ],
      url: {
        raw: `{{baseUrl}}/${segments}`,
        host: ["{{baseUrl}}"],
        path: segments.split("/"),
        query,
        variable: named("path").map(({ name: key }) => ({ key, value: "" })),
      },
      ...(body && { body }),
    },
  };
}

/** Returns the collection of a document, as JSON. */
export function collectionOf(document: Document): Json {
  const folders = Map.groupBy(callsOf(document), ([, { tags }]) => tags[0] ?? "other");
  return {
    info: {
      name: "Seedline API",
      version: document.info.version,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: collectionAuth,
    variable: [
      { key: "baseUrl", value: "http://localhost:3000" },
      { key: "token", value: "" },
    ],
    item: [...folders].map(([name, calls]) => ({
      name,
      item: calls.map(([call, operation]) => itemOf(call, operation, document)),
    })),
  };
}
