/**
 * The browser client for the REST contract (product 4.1, 7): `call(admin.listUsers, { query })`. Calls send cookies and a bearer token. A
 * call without progress for 45 s fails like a network error. After a 401, the session is refreshed once and the call retried; refreshes are
 * shared by all calls of a tab, and by all tabs through a lock. Responses are validated against the contract.
 */
import * as z from "zod";
import { auth } from "@/lib/auth/api";
import { IDEMPOTENCY_HEADER, type Answer, type Endpoint } from "@/lib/endpoint";
import { ROLE_KEY, TOKEN_KEY } from "@/lib/pages/head-script";
import { deviceStorage } from "@/lib/pages/storage";
import { BACKGROUND_HEADER } from "@/lib/request-purpose";
import { userDto } from "@/lib/users/dto";
import { extractFieldErrors, extractMessage, NETWORK_ERROR } from "./messages";
import { USER_HEADER, pageUser } from "./page-user";
import { sendRequest, type Reply, type TransportRequest } from "./transport";

export interface FieldError {
  path: string;
  message: string;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly code: string | null;
  readonly fieldErrors: readonly FieldError[];
  readonly body: unknown;
  /** The seconds of Retry-After. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string | null,
    message: string,
    fieldErrors: readonly FieldError[] = [],
    body: unknown = null,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Returns the same error with `fallback` as its message if the server sent none. */
  withFallback(fallback: string): ApiError {
    const message = extractMessage(
      { body: this.body, transport: this.status === 0 ? NETWORK_ERROR : null },
      fallback,
    );
    return new ApiError(this.status, this.code, message, this.fieldErrors, this.body, this.retryAfter);
  }
}

/** Converts any thrown value to an ApiError with a message. */
export function toApiError(error: unknown, fallback?: string): ApiError {
  const failure = error instanceof ApiError ? error : new ApiError(0, null, NETWORK_ERROR);
  return fallback ? failure.withFallback(fallback) : failure;
}

/** Has the same effect as lib/pages/head-script.ts on the next page load. */
const markSignedIn = (signedIn: boolean): void => {
  if (typeof document !== "undefined") document.documentElement.toggleAttribute("data-signed-in", signedIn);
};

/** The access token of this browser (product 7). */
export const token = {
  get: (): string | null => deviceStorage.get(TOKEN_KEY),
  set(value: string): void {
    markSignedIn(true);
    deviceStorage.set(TOKEN_KEY, value);
  },
  clear(): void {
    markSignedIn(false);
    deviceStorage.remove(TOKEN_KEY);
    storeRole(null);
  },
};

/** Stores the role of the user for pages that are the same for all visitors. Rights never depend on it. */
export function storeRole(role: string | null): void {
  if (role) deviceStorage.set(ROLE_KEY, role);
  else deviceStorage.remove(ROLE_KEY);
  if (typeof document === "undefined") return;
  if (role) document.documentElement.dataset["role"] = role;
  else delete document.documentElement.dataset["role"];
}

const expiryListeners = new Set<() => void>();
/** Calls `listener` when the server has rejected a refresh. Returns a function that unsubscribes it. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

let askForProof: (() => Promise<boolean>) | null = null;
let pendingProof: Promise<boolean> | null = null;
/** Asks the user once for a proof of identity, on behalf of all waiting calls. */
const requestProof = (): Promise<boolean> =>
  (pendingProof ??= (askForProof?.() ?? Promise.resolve(false)).finally(() => {
    pendingProof = null;
  }));

/**
 * Registers how the page asks for a fresh proof of identity when a call needs one. `ask` resolves to whether the user gave it. Returns a
 * function that removes it.
 */
export function onStepUpRequired(ask: () => Promise<boolean>): () => void {
  askForProof = ask;
  return () => {
    askForProof = null;
  };
}

type Input<S> = S extends z.ZodType ? z.input<S> : never;
type Part<E, Key extends string, Name extends string> =
  E extends Record<Key, infer S extends z.ZodType> ? Record<Name, Input<S>> : unknown;

/** The input of a call as declared by its endpoint: path parameters, query, JSON body or multipart form. */
export type CallInput<E extends Endpoint> = Part<E, "params", "params"> &
  (E extends { query: infer S extends z.ZodType } ? { query?: Partial<Input<S>> } : unknown) &
  Part<E, "body", "body"> &
  (E extends { documentedBody: object } ? { body: Record<string, unknown> } : unknown) &
  (E extends { multipart: object } ? { form: FormData } : unknown) &
  CallOptions;

export interface CallOptions {
  signal?: AbortSignal;
  /** Whether a 401 refreshes the session; false for the session layer's initial request, which handles refreshing itself. */
  refresh?: boolean;
  /** The user for whom the call is made, by default that of the page; null means any logged-in user. */
  user?: string | null;
  /** Whether the request may outlive the page. */
  keepalive?: boolean;
  /** Receives the upload progress in bytes. */
  onProgress?: (sent: number, total: number) => void;
}

/** The argument is optional if none of its parts is required. */
type CallArguments<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface AnyInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
}

function toRequest({ method, path, multipart, produces }: Endpoint, input: AnyInput): TransportRequest {
  const { params = {}, query = {}, body, form, signal, keepalive, onProgress } = input;
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === false || value === "" ? [] : [[name, String(value).trim()]],
    ),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return {
    method,
    url: search ? `${filled}?${search}` : filled,
    signal,
    keepalive,
    file: Boolean(produces),
    // A multipart request has no content type here: the browser sets it with the boundary.
    ...(multipart && { body: form, onProgress: onProgress ?? (() => {}) }),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    }),
  };
}

/** A call this long after the last key press or scroll, or after the page was opened, was not triggered by a person. */
const ACTIVE_MS = 60_000;
let lastActAt = Date.now();
if (typeof document !== "undefined") {
  const onAct = () => (lastActAt = Date.now());
  for (const name of ["keydown", "pointerdown", "wheel"] as const)
    document.addEventListener(name, onAct, { passive: true, capture: true });
}

async function send(request: TransportRequest, user: string | null): Promise<Reply> {
  const bearer = token.get();
  return sendRequest({
    ...request,
    headers: {
      Accept: "application/json",
      ...request.headers,
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
      ...(Date.now() - lastActAt > ACTIVE_MS && { [BACKGROUND_HEADER]: "1" }),
      ...(user && { [USER_HEADER]: user }),
    },
  });
}

const envelope = z.looseObject({ success: z.literal(true), message: z.string().optional() });

const errorCode = ({ body }: Reply): string | null =>
  z.object({ error: z.string() }).safeParse(body).data?.error ?? null;

/** Returns the error of a failed response. A 200 without our envelope (a proxy's page, a captive portal) is a failure too. */
function failure(reply: Reply): ApiError {
  const { status, body, retryAfter } = reply;
  const message = extractMessage({ body, transport: status === 0 ? NETWORK_ERROR : null });
  return new ApiError(status, errorCode(reply), message, extractFieldErrors(body), body, retryAfter);
}

const isSuccess = ({ status }: Reply) => status >= 200 && status < 300;

function readAnswer(endpoint: Endpoint, reply: Reply) {
  const parsed = envelope.safeParse(reply.body);
  const data = endpoint.data?.safeParse(parsed.data?.["data"]);
  const extra = endpoint.extra?.safeParse(parsed.data);
  if (!isSuccess(reply) || !parsed.success || data?.success === false || extra?.success === false)
    throw failure(reply);
  return { ...extra?.data, success: true, message: parsed.data.message, data: data?.data ?? null };
}

/** The keys of calls that have had no response yet: repeating such a call reuses its key (ADR 17). */
const unansweredKeys = new Map<string, string>();

const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** Returns whether the reply shows the outcome of the call. A proxy's page and an overloaded server's response do not. */
const isAnswer = (reply: Reply): boolean =>
  envelope.safeParse(reply.body).success || (errorCode(reply) !== null && reply.status < 500);

/**
 * Sends a call with an idempotency key. If the response is lost, the call is repeated once; a later call with the same content tries again.
 */
async function exchangeOnce(endpoint: Endpoint, input: AnyInput): Promise<Reply> {
  const request = toRequest(endpoint, input);
  const content = [pageUser.get(), request.method, request.url, request.body].join(" ");
  const key = unansweredKeys.get(content) ?? randomKey();
  unansweredKeys.set(content, key);
  const keyed = { ...request, headers: { ...request.headers, [IDEMPOTENCY_HEADER]: key } };
  let reply = await exchangeRequest(endpoint, input, keyed);
  if (reply.status === 0) reply = await exchangeRequest(endpoint, input, keyed);
  if (isAnswer(reply) && unansweredKeys.get(content) === key) unansweredKeys.delete(content);
  return reply;
}

const exchange = (endpoint: Endpoint, input: AnyInput): Promise<Reply> =>
  endpoint.idempotent
    ? exchangeOnce(endpoint, input)
    : exchangeRequest(endpoint, input, toRequest(endpoint, input));

async function exchangeRequest(
  endpoint: Endpoint,
  input: AnyInput,
  request: TransportRequest,
): Promise<Reply> {
  // A login names its user itself, so it is not sent on behalf of the page's user.
  const user = endpoint === auth.login ? null : input.user === undefined ? pageUser.get() : input.user;
  if (endpoint.auth !== "public" && input.refresh !== false) await waitForToken();
  const used = token.get();
  let reply = await send(request, user);
  // A 401 from login or refresh is final, as is one from step-up, which asks for a code.
  const isFinal =
    input.refresh === false || endpoint === auth.login || errorCode(reply) === "TWO_STEP_REQUIRED";
  if (reply.status === 401 && !isFinal) {
    await refreshSession(used);
    reply = await send(request, user);
  }
  if (errorCode(reply) === "STEP_UP_REQUIRED" && (await requestProof())) reply = await send(request, user);
  if (errorCode(reply) === "OTHER_USER") {
    // The access token may be older than the cookie of the user for whom the page was rendered.
    if (used !== cookieToken) {
      await refreshSession(used).catch(() => undefined);
      cookieToken = token.get();
      reply = await send(request, user);
    }
    if (errorCode(reply) === "OTHER_USER") pageUser.reportOther();
  }
  return reply;
}

/** The token obtained for the cookie's user after a call was rejected. */
let cookieToken: string | null = null;

/** Runs `work` and converts errors to ApiError, with the endpoint's fallback message if the server sent none (product 8). */
async function withFallback<T>({ fallback }: Endpoint, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw toApiError(error, fallback);
  }
}

/** Sends a call and returns its validated response. Throws ApiError, or the AbortError of `signal`. */
export function call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>;
export function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
  return withFallback(endpoint, async () => readAnswer(endpoint, await exchange(endpoint, input)));
}

/** Sends a call that returns a file. Throws ApiError. */
export function download<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Blob>;
export function download(endpoint: Endpoint, input: AnyInput = {}): Promise<Blob> {
  return withFallback(endpoint, async () => {
    const reply = await exchange(endpoint, input);
    if (isSuccess(reply) && reply.body instanceof Blob) return reply.body;
    throw failure(reply);
  });
}

/** The response to a refresh; empty if another tab has just refreshed. */
const renewal = z.object({ accessToken: z.string().optional(), user: userDto.optional() });
type Renewal = z.output<typeof renewal>;
let pendingRefresh: Promise<Renewal> | null = null;

/**
 * Waits for the first token of a page that was opened without one: a call would be rejected and repeated. The page's session asks for it
 * in the same moment as the first calls are made.
 */
async function waitForToken(): Promise<void> {
  if (token.get() || pageUser.get() === null) return;
  await Promise.resolve();
  await pendingRefresh?.catch(() => undefined);
}

/**
 * Refreshes the session once for all waiting calls; `stale` is the rejected token. A rejected refresh ends the session in this tab.
 * Network errors and 503 do not: a bad connection must not discard unsaved input.
 */
export function refreshSession(stale: string | null = token.get()): Promise<Renewal> {
  pendingRefresh ??= inLock(async () => {
    const present = token.get();
    // Another tab refreshed while this one was waiting for the lock.
    return present && present !== stale ? {} : refresh();
  }).finally(() => {
    pendingRefresh = null;
  });
  return pendingRefresh;
}

async function refresh(): Promise<Renewal> {
  try {
    const reply = await send(toRequest(auth.refresh, {}), null);
    const answer = renewal.safeParse(reply.body);
    if (!isSuccess(reply) || !answer.success) throw failure(reply);
    if (answer.data.accessToken) token.set(answer.data.accessToken);
    return answer.data;
  } catch (error) {
    if (isRejection(error)) {
      token.clear();
      expiryListeners.forEach((listener) => listener());
    }
    throw error;
  }
}

/** Returns whether it is a 4xx response of our server, not a network error, an overloaded server or a proxy's page. */
export const isRejection = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

async function inLock(work: () => Promise<Renewal>): Promise<Renewal> {
  if (typeof navigator === "undefined" || !navigator.locks) return work();
  return navigator.locks.request("session-refresh", work);
}
