import { OpenAPIBackend, type Document, type Operation } from "openapi-backend";
import { openApiDocument } from "@/lib/contract/openapi";

/** A request and its response. */
export interface Exchange {
  method: string;
  /** The path with its query. */
  path: string;
  /** The value sent as JSON, or a text sent unchanged. */
  body?: unknown;
  isMultipart?: boolean;
  status: number;
  /** The parsed JSON. */
  answer: unknown;
}

/** The validator is created on import, because that takes long: database connections waiting in the meantime would time out. */
const api = await new OpenAPIBackend({
  definition: openApiDocument() as unknown as Document,
  quick: true,
  coerceTypes: true,
  ajvOpts: {
    strict: false,
    validateFormats: false,
    unicodeRegExp: true,
    // Redocly checks the document itself (tests/api/http/openapi.test.ts). Otherwise each test file would take seconds longer.
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  },
}).init();

/** Returns the JSON that the server reads, without a byte order mark; undefined for an empty body. */
function jsonOf(body: unknown): unknown {
  const text = typeof body === "string" ? body.replace(/^\uFEFF/, "") : (JSON.stringify(body) ?? "");
  return text.trim() === "" ? undefined : JSON.parse(text);
}

/** Whether a path belongs to next-auth, which is outside the contract (ADR 3). */
const isNextAuth = (path: string) =>
  /^\/api\/auth\/(?:csrf|session|providers|signin|callback|signout)(?:\/|$)/.test(path);

/** Whether a status rejects a call that does not exist, which needs no documentation. */
const isNoCall = (status: number) => [404, 405, 501].includes(status);

/** The validator does not support `allowEmptyValue`. */
const mayBeEmpty = ({ parameters = [] }: Operation, name: string) =>
  parameters.some((parameter) => "name" in parameter && parameter.name === name && parameter.allowEmptyValue);

/**
 * Validates an exchange against the OpenAPI document with an independent validator (ADR 3): accepted requests are valid according to the
 * document, and the status and body of every response are documented. Throws an error that describes the difference.
 */
export function requireContract(exchange: Exchange): void {
  const { method, path, body, isMultipart = false, status, answer } = exchange;
  const { pathname, searchParams } = new URL(path, "http://localhost");
  if (method === "HEAD" || method === "OPTIONS" || isNextAuth(pathname)) return;
  const sent = { method, path: pathname, headers: {} };
  const operation = api.matchOperation(sent);
  const failure = (what: string, details: unknown) =>
    new Error(`${method} ${pathname} (${status}): ${what}\n${JSON.stringify(details, null, 1)}`);
  if (!operation) {
    if (isNoCall(status)) return;
    throw failure("this call is not documented", answer);
  }
  if (!operation.responses?.[status]) throw failure("this status is not documented", answer);
  const response = api.validator.validateResponse(answer, operation, status);
  if (!response.valid) throw failure("the answer is not as documented", response.errors);
  if (status >= 300 || isMultipart) return;
  const request = api.validator.validateRequest(
    {
      ...sent,
      query: Object.fromEntries(
        [...searchParams].filter(([name, value]) => value || !mayBeEmpty(operation, name)),
      ),
      body: operation.requestBody && jsonOf(body),
    },
    operation,
  );
  if (!request.valid) throw failure("it accepted what the document calls invalid", request.errors);
}
