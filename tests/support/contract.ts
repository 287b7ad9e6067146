import { OpenAPIBackend, type Document } from "openapi-backend";
import { openApiDocument } from "@/lib/contract/openapi";

/**
 * Holds every exchange of the API tests against the OpenAPI document, with a validator that is not ours (ADR 3): what is accepted is valid by
 * the document, and what is answered is documented.
 */
export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  headers?: Record<string, string>;
  /** As given to JSON.stringify, or the text that was sent. */
  body?: unknown;
  isMultipart?: boolean;
  status: number;
  answer: unknown;
}

let loading: Promise<OpenAPIBackend> | undefined;
const load = () =>
  (loading ??= new OpenAPIBackend({
    definition: openApiDocument() as unknown as Document,
    quick: true,
    coerceTypes: true,
    ajvOpts: { strict: false, validateFormats: false, unicodeRegExp: true },
  }).init());

const parsed = (text: string): unknown => (text.trim() === "" ? undefined : JSON.parse(text));

/** Where the framework or the catch-all route answers: no call of the contract. */
const isRefusal = (status: number) => [404, 405, 501].includes(status);

/** Throws an error that names what differs from the document. */
export async function requireContract(exchange: Exchange): Promise<void> {
  const { method, path, headers = {}, body, isMultipart = false, status, answer } = exchange;
  if (method === "HEAD" || method === "OPTIONS") return;
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const api = await load();
  const sent = {
    method,
    path: pathname,
    headers,
    query: Object.fromEntries(searchParams),
    body: typeof body === "string" ? parsed(body) : body,
  };
  const operation = api.matchOperation(sent);
  const failure = (what: string, details: unknown) =>
    new Error(`${method} ${pathname} (${status}): ${what}\n${JSON.stringify(details, null, 1)}`);
  if (!operation) {
    if (isRefusal(status)) return;
    throw failure("this call is not documented", answer);
  }
  if (!operation.responses?.[status] && !isRefusal(status))
    throw failure("this status is not documented", answer);
  const response = api.validator.validateResponse(answer, operation, status);
  if (!response.valid) throw failure("the answer is not as documented", response.errors);
  if (status >= 300 || isMultipart) return;
  const request = api.validator.validateRequest(sent, operation);
  if (!request.valid) throw failure("it accepted what the document calls invalid", request.errors);
}
