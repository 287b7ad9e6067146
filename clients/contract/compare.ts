/**
 * Compares two OpenAPI documents and lists what breaks a client that was written for the older one (product 10.48, ADR 57). A request that
 * was valid must stay valid, and a response must be as it was documented. Responses may grow: by properties, by values of an enumeration,
 * and by kinds of objects with a constant of their own.
 */
import { isDeepStrictEqual } from "node:util";
import { Comparison } from "./compare-schemas";
import { callsOf, parametersOf, type Document, type Json, type Operation } from "./document";

/** Lists what of `next` breaks clients of `released` on a day, one line each; empty if nothing does. */
export function findBreakingChanges(released: Document, next: Document, today: string): string[] {
  const calls = callsOf(next);
  const failure = new Comparison("response", released, next);
  failure.compareSchemas(released.components.schemas["Failure"]!, next.components.schemas["Failure"]!, "");
  return [
    ...failure.problems.map((problem) => `error responses: ${problem}`),
    ...Object.entries(released.components.securitySchemes).flatMap(([name, scheme]) =>
      isSameScheme(scheme as Json, next.components.securitySchemes[name] as Json | undefined)
        ? []
        : [`security scheme ${name}: changed`],
    ),
    ...[...callsOf(released)].flatMap(([name, before]) => {
      const after = calls.get(name);
      const sunset = before["x-sunset"];
      if (!after) return sunset !== undefined && sunset <= today ? [] : [`${name}: removed`];
      return compareCalls(before, after, released, next).map((problem) => `${name}: ${problem}`);
    }),
  ];
}

/** Descriptions of schemes may change. */
const isSameScheme = (before: Json, after: Json | undefined) =>
  after !== undefined && isDeepStrictEqual({ ...before, description: null }, { ...after, description: null });

function compareCalls(before: Operation, after: Operation, released: Document, next: Document): string[] {
  const problems: string[] = [];
  const isPublic = after.security.length === 0 || after.security.some((item) => !Object.keys(item).length);
  // A call that everyone could make without logging in must stay so.
  const access = before.security.length ? before.security : [{}];
  for (const way of access)
    if (!isPublic && !after.security.some((item) => isDeepStrictEqual(item, way)))
      problems.push(`access with ${Object.entries(way).flat(2).join(" ") || "no login"} removed`);
  if (after["x-sunset"] && before["x-sunset"] && after["x-sunset"] < before["x-sunset"])
    problems.push("the sunset is earlier");

  const requests = new Comparison("request", released, next);
  const parameters = new Map(parametersOf(next, after).map((item) => [`${item.in} ${item.name}`, item]));
  for (const old of parametersOf(released, before)) {
    const name = `${old.in} ${old.name}`;
    const current = parameters.get(name);
    parameters.delete(name);
    if (!current) {
      problems.push(`${name}: removed`);
      continue;
    }
    if (current.required && !old.required) problems.push(`${name}: now required`);
    if (old.allowEmptyValue && !current.allowEmptyValue) problems.push(`${name}: may no longer be empty`);
    if (old.explode !== current.explode) problems.push(`${name}: several values are given in another way`);
    requests.compareSchemas(old.schema, current.schema, name);
  }
  for (const [name, { required }] of parameters) if (required) problems.push(`${name}: new and required`);

  const [oldBody, body] = [before.requestBody, after.requestBody];
  if (body?.required && !oldBody?.required) problems.push("body: now required");
  if (oldBody) requests.compareContents(oldBody.content, body?.content ?? {}, "body");

  const responses = new Comparison("response", released, next);
  for (const [status, { content }] of Object.entries(before.responses))
    if (status.startsWith("2")) {
      const answer = after.responses[status];
      if (answer) responses.compareContents(content, answer.content, "response");
      else problems.push(`response ${status}: removed`);
    }
  return [...problems, ...requests.problems, ...responses.problems];
}
