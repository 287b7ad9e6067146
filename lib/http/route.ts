import "server-only";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { authenticateKey, requireScope } from "@/lib/api-keys/authenticate";
import { KEY_PREFIX } from "@/lib/api-keys/key-text";
import { asKey } from "@/lib/audit/key-context";
import { readViewer } from "@/lib/auth/sessions";
import { readAccessToken } from "@/lib/auth/tokens";
import { clientOf, type Client } from "@/lib/client-info";
import { withoutRecordingReads } from "@/lib/audit/reads";
import { endpoints } from "@/lib/contract/endpoints";
import { isOverload } from "@/lib/db/errors";
import type { Deprecation, Endpoint, Method } from "@/lib/endpoint";
import { env } from "@/lib/env";
import { AppError, invalid } from "@/lib/errors";
import { consumeUploads } from "@/lib/files/upload-limit";
import type { Quota } from "@/lib/limits/limits";
import { describeError, log } from "@/lib/log";
import { countRequest } from "@/lib/ops/metrics";
import { isPrefetch, isUse } from "@/lib/request-purpose";
import { can, isBackOffice } from "@/lib/rights";
import { requireFreshProof, type Viewer } from "@/lib/viewer";
import { toErrorResponse, toViewerError } from "./failure";
import { answerOnce, readIdempotencyKey } from "./idempotency";
import { jsonResponse } from "./json-response";
import { renderedFor, requireRenderedFor } from "./rendered-for";

/** The maximum JSON body in bytes, enforced while it streams (threat 24). */
const MAX_JSON = 64 * 1024;
/** The maximum depth of a body, three times that of the deepest form. Code that traverses a body may recurse. */
const MAX_NESTING = 16;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteContext<E extends Endpoint> {
  request: Request;
  client: Client;
  /** The authenticated viewer; null for visitors where the endpoint allows them. */
  viewer: E["auth"] extends "public" | "cookie" | "either" ? Viewer | null : Viewer;
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
}

interface Reply {
  data?: unknown;
  extra?: object;
  message?: string;
  status?: number;
  headers?: HeadersInit;
  cookies?: string[];
}

/** The result of a handler: the envelope's `data`, message and extra keys as declared by the endpoint, headers and cookies. */
export type RouteResult<E extends Endpoint = Endpoint> = Omit<Reply, "data" | "extra"> &
  (E extends { data: infer S extends z.ZodType } ? { data: z.input<S> } : { data?: null }) &
  (E extends { extra: infer S extends z.ZodType } ? { extra: z.input<S> } : { extra?: undefined });

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

type Endpoints = typeof endpoints;

/** Rejections under load (503), by us or by the database, are expected and counted; any other error is a fault. */
function logFailure(requestId: string, error: unknown): void {
  const isRejection = (error instanceof AppError && error.code === "UNAVAILABLE") || isOverload(error);
  const write = isRejection ? log.warn : log.error;
  write({ event: "request.failed", requestId, ...describeError(error) });
}

interface RouteOptions {
  /**
   * Counts a call of an idempotent endpoint against a limit, before the transaction that contains its handler, so that a failed call counts
   * too. Other handlers count their calls themselves.
   */
  consumeLimit?: (viewer: Viewer) => Promise<void>;
  /** The handler of a download also answers HEAD: it sends the headers without a body. */
  handlesHead?: boolean;
}

/**
 * Wraps the handler of an endpoint with authentication, authorization, body limits, validation, the envelope, a request id and a log line
 * without personal data (docs/architecture.md, threat 23).
 */
export function route<Name extends keyof Endpoints>(
  name: Name,
  handle: (call: RouteContext<Endpoints[Name]>) => Promise<RouteResult<Endpoints[Name]> | Response>,
  { handlesHead = false, consumeLimit }: RouteOptions = {},
): Handler {
  const endpoint: Endpoint = endpoints[name];
  return async (request, context) => {
    const started = performance.now();
    const requestId = randomUUID();
    let response: Response;
    let viewer: Viewer | null = null;
    let quota: Quota | undefined;
    let code: string | undefined;
    try {
      if (isPrefetch(request.headers)) throw notPrefetched();
      const caller = await authenticate(endpoint, request);
      viewer = caller.viewer;
      quota = caller.quota;
      if (quota && quota.remaining < 0)
        throw new AppError("RATE_LIMITED", undefined, { retryAfter: quota.wait });
      if (viewer && endpoint.proofMinutes) requireFreshProof(viewer, endpoint.proofMinutes);
      if (endpoint.multipart && viewer) await consumeUploads(viewer.userId, 1);
      const input = {
        params: parseParams(endpoint, await context.params),
        query: parseQuery(endpoint, request),
      };
      const key = readIdempotencyKey(endpoint, request);
      const sent = endpoint.body ? await readJson(request) : undefined;
      const call = {
        request,
        client: clientOf(request.headers),
        viewer,
        ...input,
        body: endpoint.body ? parse(endpoint.body, sent) : undefined,
      };
      const respond = async () => {
        const reply = await handle(call as RouteContext<Endpoints[Name]>);
        return reply instanceof Response ? reply : envelope(endpoint, reply);
      };
      const keyId = viewer?.key?.id;
      const answer = keyId ? () => asKey(keyId, respond) : respond;
      if (!handlesHead && isOnlyAsking(endpoint, request)) response = emptyResponse(endpoint);
      else if (request.method === "HEAD") response = await withoutRecordingReads(answer);
      else response = await answerCall(viewer, { key, request, sent }, answer, consumeLimit);
    } catch (error) {
      const failure = await toViewerError(error, viewer);
      code = failure.code;
      if (failure.status >= 500) logFailure(requestId, error);
      response = toErrorResponse(failure);
    }
    response.headers.set("x-request-id", requestId);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    if (quota) setLimitHeaders(response.headers, quota);
    if (endpoint.deprecated) setDeprecationHeaders(response.headers, endpoint.deprecated);
    const ms = performance.now() - started;
    countRequest(endpoint.method, endpoint.path, response.status, ms / 1000);
    log.info({
      event: "request",
      requestId,
      method: endpoint.method,
      route: endpoint.path,
      status: response.status,
      ms: Math.round(ms),
      code,
      userId: viewer?.userId,
      keyId: viewer?.key?.id,
    });
    return response;
  };
}

/** Counts a call against its limit and answers it; with a key, once. */
async function answerCall(
  viewer: Viewer | null,
  { key, request, sent }: { key: string | null; request: Request; sent: unknown },
  answer: () => Promise<Response>,
  consumeLimit: RouteOptions["consumeLimit"],
): Promise<Response> {
  const consume = async () => {
    if (viewer) await consumeLimit?.(viewer);
  };
  if (key && viewer) return answerOnce(viewer.userId, key, request, sent, answer, consume);
  await consume();
  return answer();
}

/**
 * Returns whether a HEAD request is answered without its handler, after authorization and validation of the parameters: producing a
 * download is expensive and may be recorded, and the only call authenticated by the cookie logs the user out. All other GET handlers change
 * nothing except the record of reads.
 */
const isOnlyAsking = ({ auth, produces }: Endpoint, { method }: Request): boolean =>
  method === "HEAD" && (auth === "cookie" || (auth !== "public" && produces !== undefined));

const emptyResponse = ({ produces = "application/json" }: Endpoint) =>
  new Response(null, { headers: { "content-type": produces } });

/**
 * Returns the error for a call that a browser prefetches: the response may never be seen, but a read would be recorded or a session ended.
 * After this error, browsers send the request again.
 */
const notPrefetched = () => new AppError("CONFLICT", "This call cannot be prefetched");

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Served = Record<(typeof methods)[number], Handler>;

/** Returns the exports of a route file: the given methods, and 405 with Allow for all others (product 10.2). */
export function serve(given: Partial<Record<Method, Handler>>): Served {
  const all: Partial<Record<string, Handler>> = given.GET ? { HEAD: given.GET, ...given } : given;
  const refuse: Handler = () => {
    const response = toErrorResponse(new AppError("METHOD_NOT_ALLOWED"));
    response.headers.set("allow", methods.filter((method) => all[method]).join(", "));
    return Promise.resolve(response);
  };
  return Object.fromEntries(methods.map((method) => [method, all[method] ?? refuse])) as Served;
}

/** Sets the headers about the limit of a key (draft-ietf-httpapi-ratelimit-headers). */
function setLimitHeaders(headers: Headers, { limit, seconds, remaining, wait }: Quota): void {
  headers.set("ratelimit-policy", `"key";q=${limit};w=${seconds}`);
  headers.set("ratelimit", `"key";r=${Math.max(0, remaining)};t=${wait}`);
}

/** Sets Deprecation (RFC 9745) and Sunset (RFC 8594). */
function setDeprecationHeaders(headers: Headers, { since, sunset }: Deprecation): void {
  headers.set("deprecation", `@${Date.parse(since) / 1000}`);
  headers.set("sunset", new Date(sunset).toUTCString());
}

/** Returns who makes a call: a person, a program with a key, or a visitor. Throws if they may not make it. */
async function authenticate(
  endpoint: Endpoint,
  request: Request,
): Promise<{ viewer: Viewer | null; quota?: Quota }> {
  if (endpoint.auth === "cookie") {
    requireSameOrigin(request);
    return { viewer: null };
  }
  const token = bearerToken(request);
  const isPublic = endpoint.auth === "public";
  if (!token.startsWith(KEY_PREFIX)) {
    const viewer = await authenticateBearer(request);
    requireRenderedFor(viewer, renderedFor(request));
    if (isPublic || endpoint.auth === "either") return { viewer };
    return { viewer: requireRights(endpoint, viewer) };
  }
  const caller = await authenticateKey(token, request.headers);
  if (!caller) throw new AppError("UNAUTHENTICATED", "This key is unknown, expired or revoked");
  // Of a public call, a program gets what visitors get.
  if (isPublic) return { viewer: null, quota: caller.quota };
  if (caller.quota.remaining >= 0) {
    requireScope(endpoint, caller.viewer.key!);
    requireRights(endpoint, caller.viewer);
  }
  return caller;
}

/** Requires the rights of a call. Throws UNAUTHENTICATED, FORBIDDEN, TWO_STEP_SETUP_REQUIRED. */
function requireRights(endpoint: Endpoint, viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError("UNAUTHENTICATED");
  if (endpoint.auth === "user") return viewer;
  if (endpoint.auth === "applicant") {
    if (viewer.role === "admin") throw new AppError("FORBIDDEN");
    return viewer;
  }
  if (!isBackOffice(endpoint.auth) || !can(viewer, endpoint.auth)) throw new AppError("FORBIDDEN");
  if (viewer.twoStepSetupRequired) throw new AppError("TWO_STEP_SETUP_REQUIRED");
  return viewer;
}

const bearerToken = ({ headers }: Request): string =>
  /^Bearer\s+([\w.~+/-]+=*)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";

/** Returns the viewer of the bearer token. API routes ignore cookies, which prevents CSRF (threat 16). */
export async function authenticateBearer(request: Request): Promise<Viewer | null> {
  const token = bearerToken(request);
  return token
    ? readViewer(await readAccessToken(token), { isUse: isUse(request.headers) && request.method !== "HEAD" })
    : null;
}

/**
 * Rejects cross-origin requests to calls that use the cookie. A request with neither header does not come from a browser (product 10.3).
 * Throws FORBIDDEN.
 */
export function requireSameOrigin(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") throw new AppError("FORBIDDEN");
  const origin = request.headers.get("origin");
  if (origin === null) return;
  const host = request.headers.get("host");
  const own = [new URL(env.APP_URL).origin, `http://${host}`, `https://${host}`];
  if (!own.includes(origin)) throw new AppError("FORBIDDEN");
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw new AppError("VALIDATION_FAILED", errors[0]?.message ?? "Check your answers and try again", {
    errors,
  });
}

/** Validates a body whose schema depends on the viewer. Throws VALIDATION_FAILED. */
export { parse as parseBody };

function parseParams(endpoint: Endpoint, params: Record<string, string | string[]>): unknown {
  if (!endpoint.params) return undefined;
  const result = endpoint.params.safeParse(params);
  // No row has a malformed id.
  if (!result.success) throw new AppError("NOT_FOUND");
  return result.data;
}

function parseQuery(endpoint: Endpoint, request: Request): unknown {
  if (!endpoint.query) return undefined;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  for (const [path, value] of Object.entries(query)) {
    // PostgreSQL cannot store or compare NUL in text.
    if (value.includes("\0"))
      throw invalid(path, "This value contains a character that cannot be searched for");
  }
  return parse(endpoint.query, query);
}

/** Reads the JSON body; an absent body is an empty object. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, BAD_REQUEST. */
export async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_JSON) throw new AppError("PAYLOAD_TOO_LARGE");
  const text = request.body ? await readText(request.body, MAX_JSON) : "";
  if (text.trim() === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("BAD_REQUEST", "The body is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("BAD_REQUEST", "The body must be a JSON object");
  }
  if (nesting(text) > MAX_NESTING) throw new AppError("BAD_REQUEST", "The body is nested too deeply");
  // PostgreSQL cannot store NUL in text.
  if (text.includes("\\u0000") || text.includes("\0")) {
    throw new AppError("BAD_REQUEST", "The body contains a character that cannot be stored");
  }
  return value;
}

/** Returns the depth of arrays and objects in a valid JSON text. */
function nesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, (depth += 1));
    else if (token === "]" || token === "}") depth -= 1;
  }
  return deepest;
}

export async function readText(body: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limit) throw new AppError("PAYLOAD_TOO_LARGE");
      chunks.push(chunk);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("BAD_REQUEST");
  }
}

/** Throws if the response differs from the endpoint's declaration, including by extra keys. Used by tests (CHECK_ANSWERS). */
function checkAnswer({ method, path, data = z.null(), extra = z.object({}) }: Endpoint, text: string): void {
  const answer: unknown = JSON.parse(text);
  const declared = extra.extend({ success: z.literal(true), data, message: z.string().optional() });
  const result = declared.safeParse(answer);
  if (!result.success || !isDeepStrictEqual(result.data, answer))
    throw new Error(
      `The answer to ${method} ${path} does not match its schema: ${result.error?.message ?? "unknown keys"}`,
    );
}

function envelope(endpoint: Endpoint, reply: Reply): Response {
  const { data = null, message, extra, status = endpoint.status ?? 200, headers, cookies = [] } = reply;
  const text = JSON.stringify({ success: true, data, message, ...extra });
  if (env.CHECK_ANSWERS) checkAnswer(endpoint, text);
  const response = jsonResponse(text, status, headers);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
