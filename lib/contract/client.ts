/**
 * The browser's way to /api (product 4.1, 7): cookies and a bearer header on every call, no default timeout, and after a 401
 * one silent refresh and one retry. Refreshes are shared: by all calls of a tab, and by all tabs through a lock.
 */
import { TOKEN_KEY } from "@/lib/http/head-script";
import { extractFieldErrors, extractMessage, NETWORK_ERROR } from "./messages";
import { sendRequest, type Reply, type TransportRequest } from "./transport";

const BASE = "/api";

export interface FieldError {
  path: string;
  message: string;
}

/** The success envelope of product 10.2; `Extra` are the keys that stand beside `data`. */
export type ApiResponse<Data = unknown, Extra = unknown> = {
  success: true;
  data: Data;
  message?: string;
} & Extra;

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string | null;
  readonly fieldErrors: readonly FieldError[];
  readonly body: unknown;
  /** Seconds, from Retry-After. */
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

  /** The same failure; where the server gave no words, it says `fallback`. */
  withFallback(fallback: string): ApiError {
    const message = extractMessage(
      { body: this.body, transport: this.status === 0 ? NETWORK_ERROR : null },
      fallback,
    );
    return new ApiError(this.status, this.code, message, this.fieldErrors, this.body, this.retryAfter);
  }
}

/** Whatever was thrown, as an ApiError with words. */
export function toApiError(error: unknown, fallback?: string): ApiError {
  const failure = error instanceof ApiError ? error : new ApiError(0, null, NETWORK_ERROR);
  return fallback ? failure.withFallback(fallback) : failure;
}

/** The access token lives in local storage (product 7); a browser that forbids storage keeps it for this page only. */
let inMemory: string | null = null;
/** As the script in the head does for the next page (lib/http/head-script.ts). */
const mark = (signedIn: boolean): void => {
  if (typeof document !== "undefined") document.documentElement.toggleAttribute("data-signed-in", signedIn);
};
export const token = {
  get(): string | null {
    try {
      return localStorage.getItem(TOKEN_KEY);
    } catch {
      return inMemory;
    }
  },
  set(value: string): void {
    inMemory = value;
    mark(true);
    try {
      localStorage.setItem(TOKEN_KEY, value);
    } catch {
      // Kept in memory.
    }
  },
  clear(): void {
    inMemory = null;
    mark(false);
    try {
      localStorage.removeItem(TOKEN_KEY);
    } catch {
      // Nothing was stored.
    }
  },
};

const lostListeners = new Set<() => void>();
/** Told when the session is over: the refresh was refused. Returns the way to stop listening. */
export function onSessionExpired(listener: () => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}

/** Calls whose 401 means what it says. */
const NO_REFRESH = new Set(["/auth/login", "/auth/refresh"]);

export interface CallOptions {
  signal?: AbortSignal;
  /** False for the session layer's own first look, which refreshes by itself. */
  refresh?: boolean;
  /** The call outlives the page. */
  keepalive?: boolean;
}

export interface UploadOptions extends CallOptions {
  /** POST unless given. */
  method?: "POST" | "PUT";
  /** Bytes sent so far and altogether. */
  onProgress?: (sent: number, total: number) => void;
}

async function send(wire: TransportRequest): Promise<Reply> {
  const bearer = token.get();
  return sendRequest({
    ...wire,
    url: BASE + wire.url,
    headers: {
      Accept: "application/json",
      ...wire.headers,
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
    },
  });
}

function unwrap<A>(reply: Reply): A {
  const { status, body } = reply;
  // A 2xx that is not our envelope is no success: a proxy's page, a captive portal of an airport.
  const succeeded =
    status >= 200 &&
    status < 300 &&
    typeof body === "object" &&
    body !== null &&
    !("success" in body && !body.success);
  if (succeeded) return body as A;
  const code =
    typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
      ? body.error
      : null;
  throw new ApiError(
    status,
    code,
    extractMessage({ body, transport: status === 0 ? NETWORK_ERROR : null }),
    extractFieldErrors(body),
    body,
    reply.retryAfter,
  );
}

async function call<A>(wire: TransportRequest, options: CallOptions = {}): Promise<A> {
  const used = token.get();
  let reply = await send(wire);
  if (reply.status === 401 && options.refresh !== false && !NO_REFRESH.has(wire.url)) {
    await refreshSession(used);
    reply = await send(wire);
  }
  return unwrap<A>(reply);
}

/** What a refresh answers; empty when another tab has just refreshed. */
interface Renewal {
  accessToken?: string;
  user?: unknown;
}
let renewing: Promise<Renewal> | null = null;

/**
 * A new token, once for everybody who waits for one; `stale` is the token that was refused. A refusal ends the session here
 * too. Silence or a busy server does not: somebody on a bad line must not lose what they typed because of it.
 */
export function refreshSession<User = unknown>(
  stale: string | null = token.get(),
): Promise<{ accessToken?: string; user?: User }> {
  renewing ??= inLock(async () => {
    const present = token.get();
    // Another tab was faster while this one waited for the lock.
    if (present && present !== stale) return {};
    return refresh();
  }).finally(() => {
    renewing = null;
  });
  return renewing as Promise<{ accessToken?: string; user?: User }>;
}

async function refresh(): Promise<Renewal> {
  try {
    const answer = unwrap<ApiResponse<unknown, Renewal>>(
      await send({ method: "POST", url: "/auth/refresh" }),
    );
    if (answer.accessToken) token.set(answer.accessToken);
    return answer;
  } catch (error) {
    if (isRejection(error)) {
      token.clear();
      lostListeners.forEach((listener) => listener());
    }
    throw error;
  }
}

/** The server said no, as opposed to saying nothing or being busy. */
export const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

const inLock = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== "undefined" && navigator.locks
    ? (navigator.locks.request("session-refresh", work) as Promise<T>)
    : work();

const json = (body: unknown): Pick<TransportRequest, "body" | "headers"> =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };

export const api = {
  get: <A = ApiResponse>(url: string, options: CallOptions = {}) =>
    call<A>({ method: "GET", url, signal: options.signal }, options),
  post: <A = ApiResponse>(url: string, body?: unknown, options: CallOptions = {}) =>
    call<A>({ method: "POST", url, signal: options.signal, ...json(body) }, options),
  put: <A = ApiResponse>(url: string, body?: unknown, options: CallOptions = {}) =>
    call<A>(
      {
        method: "PUT",
        url,
        signal: options.signal,
        ...(options.keepalive && { keepalive: true }),
        ...json(body),
      },
      options,
    ),
  patch: <A = ApiResponse>(url: string, body?: unknown, options: CallOptions = {}) =>
    call<A>({ method: "PATCH", url, signal: options.signal, ...json(body) }, options),
  delete: <A = ApiResponse>(url: string, options: CallOptions = {}) =>
    call<A>({ method: "DELETE", url, signal: options.signal }, options),
};

/** A file that only a bearer may have; with a `body` it is asked for by POST. */
export const download = (
  url: string,
  { body, ...options }: CallOptions & { body?: unknown } = {},
): Promise<Blob> =>
  call<Blob>(
    { method: body === undefined ? "GET" : "POST", url, signal: options.signal, file: true, ...json(body) },
    options,
  );

/** A multipart call that tells how far it is. The browser writes the boundary itself, so no content type is set here. */
export const upload = <A = ApiResponse>(
  url: string,
  form: FormData,
  options: UploadOptions = {},
): Promise<A> =>
  call<A>(
    {
      method: options.method ?? "POST",
      url,
      body: form,
      signal: options.signal,
      onProgress: options.onProgress ?? (() => {}),
    },
    options,
  );
