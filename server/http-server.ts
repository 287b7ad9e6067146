// The HTTP server in front of Next.js: client addresses, error envelope, timeouts, admission control and drain (ADR 4).
import http, { type IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { networkOf } from "../lib/client-info.ts";
import { PREFETCH_HEADER, prefetchKind } from "../lib/request-purpose.ts";
import { STREAM_STARTED, type Admit } from "./admission.ts";
import { isLargeBody, waitForBody } from "./body-arrival.ts";
import { sendError, sendErrorOnSocket } from "./error-responses.ts";
import { overwriteForwardedHeaders } from "./forwarded-headers.ts";
import { UserFacingError, errorCode } from "./process.ts";
import { enforceResponseTimeout } from "./response-timeout.ts";
import { SeedlineResponse } from "./response.ts";

/** The methods that a route handler can export. */
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** How long requests in flight may continue once the server starts draining. */
const DRAIN_TIMEOUT_MS = 25_000;

/** Connections beyond this number are refused; nginx limits them per address (deploy/nginx). */
const MAX_CONNECTIONS = 5_000;

export type PageHandler = (req: IncomingMessage, res: SeedlineResponse) => Promise<void>;

/** Logs in the format of lib/log.ts. Error messages are omitted, because they may quote client input. */
export function log(level: 30 | 50, fields: Record<string, unknown>): void {
  console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields }));
}

/** Creates the server with Node.js's own protection against slow and idle clients. */
export function createHttpServer(requestTimeoutMs: number) {
  const server = http.createServer({
    ServerResponse: SeedlineResponse,
    headersTimeout: Math.min(15_000, requestTimeoutMs),
    // This timeout is for headers and body together: documents take minutes on a slow mobile connection.
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 5_000,
    // This timeout is longer than the idle timeout of common proxies (60 s), so that they never write to a connection we have just closed.
    keepAliveTimeout: 65_000,
    // A request without a Host header is rejected in the request listener, with a body.
    requireHostHeader: false,
  });
  server.maxConnections = MAX_CONNECTIONS;
  // This closes sockets without traffic in either direction.
  server.setTimeout(60_000);
  const responses = new WeakMap<Duplex, SeedlineResponse>();
  server.on("request", ({ socket }, res) => responses.set(socket, res));
  server.on("checkExpectation", (_req, res) => sendError(res, 417));
  server.on("connect", (_req, socket) => sendErrorOnSocket(socket, 405));
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const response = responses.get(socket);
    const isResponding = response?.headersSent && !response.writableFinished;
    if (error.code === "ECONNRESET" || isResponding) return void socket.destroy();
    // Node.js's parser accepts only registered methods. Other well-formed ones get a 501.
    const isMethod = /^[A-Z][A-Z-]* \S+ HTTP\/1\.[01]\r?\n/.test(error.rawPacket?.toString("latin1") ?? "");
    const statuses: Record<string, number> = {
      HPE_HEADER_OVERFLOW: 431,
      HPE_INVALID_METHOD: isMethod ? 501 : 400,
      ERR_HTTP_REQUEST_TIMEOUT: 408,
    };
    sendErrorOnSocket(socket, statuses[error.code ?? ""] ?? 400);
  });
  server.on("error", (error) => log(50, { event: "server.error", errorCode: errorCode(error) }));
  return server;
}
export type HttpServer = ReturnType<typeof createHttpServer>;

/** Listens on a port, or throws a UserFacingError. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      const problem =
        errorCode(error) === "EADDRINUSE" ? "is in use" : `cannot be opened (${errorCode(error)})`;
      reject(new UserFacingError(`Port ${port} ${problem}. Set PORT to another one.`));
    };
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

/** Throws a UserFacingError if the port is taken, before anything else is started. */
export async function requirePort(port: number, host?: string): Promise<void> {
  const probe = http.createServer();
  await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Marks a prefetch, because Next.js hides its own header for it from pages and middleware. */
function markPrefetch({ headers }: IncomingMessage): void {
  const kind = prefetchKind(headers);
  if (kind) headers[PREFETCH_HEADER] = kind;
  else delete headers[PREFETCH_HEADER];
}

interface ListenerOptions {
  handle: PageHandler;
  admit: Admit;
  /** The number of proxies in front of the server (TRUSTED_PROXY_HOPS). */
  hops: number;
  isDraining: () => boolean;
  /** If given, requests for other hosts are rejected. */
  isOwnHost?: (host: string | undefined) => boolean;
}

/** Validates and admits requests, and passes them on to Next.js. */
export function createRequestListener({ handle, admit, hops, isDraining, isOwnHost }: ListenerOptions) {
  return async (req: IncomingMessage, res: SeedlineResponse): Promise<void> => {
    const address = overwriteForwardedHeaders(req, hops);
    markPrefetch(req);
    if (isDraining()) res.setHeader("Connection", "close");
    // An absolute URL, as sent to proxies, is reduced to its path.
    const url = (req.url ?? "").replace(/^https?:\/\/[^/?#]*/i, "") || "/";
    req.url = url;
    if (req.httpVersion === "1.1" && req.headers.host === undefined)
      return sendError(res, 400, { Connection: "close" });
    if (isOwnHost?.(req.headers.host) === false) return sendError(res, 421, { Connection: "close" });
    if (!methods.includes(req.method ?? ""))
      return sendError(res, 405, { Allow: methods.join(", "), Connection: "close" });
    const rawPath = url.split("?", 1)[0]!;
    const path = decodePath(rawPath);
    if (!url.startsWith("/") || path === null) return sendError(res, 400);
    const isApi = [rawPath, path].some((item) => /^\/+api(?:\/|$)/i.test(item));
    // Browsers resolve `.` and `..`; other clients that send them could reach a path that was not checked here.
    if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(path)) req.url = isApi ? "/api/404" : "/404";
    if (!(await waitForBody(req, res, isApi))) return;
    // Next.js reads the body of a server action without enforcing a limit that ends the request.
    if (!isApi && isLargeBody(req)) return sendError(res, 413, { Connection: "close" });
    if (!admit(req, res, isApi, networkOf(address))) return;
    enforceResponseTimeout(req, res);
    res.beforeHead(() => {
      if (/^text\/event-stream\b/.test(String(res.getHeader("content-type")))) res.emit(STREAM_STARTED);
    });
    res.jsonErrorsOnly = isApi;
    try {
      await handle(req, res);
    } catch (error) {
      log(50, {
        event: "server.request_failed",
        errorName: error instanceof Error ? error.name : undefined,
        errorCode: errorCode(error),
      });
      sendError(res, 500);
    }
  };
}

/**
 * Returns a function that closes the server once all requests have been answered. Idle keep-alive connections are closed immediately;
 * connections without any request (browsers open some in advance) after a second.
 */
export function trackConnections(server: HttpServer): () => Promise<void> {
  const openRequests = new Map<Socket, number>();
  let accepted = 0;
  server.on("connection", (socket) => {
    accepted += 1;
    openRequests.set(socket, 0);
    socket.once("close", () => openRequests.delete(socket));
  });
  const count = (socket: Socket, change: number) => {
    const requests = openRequests.get(socket);
    if (requests !== undefined) openRequests.set(socket, requests + change);
  };
  server.on("request", ({ socket }, res) => {
    count(socket, 1);
    res.once("close", () => count(socket, -1));
  });
  return async function finish() {
    // Connections in the system's backlog are accepted first, one per turn of the event loop.
    await sleep(100);
    const end = Date.now() + 5_000;
    for (let known = accepted, quietTurns = 0; quietTurns < 5 && Date.now() < end; quietTurns += 1) {
      await nextTurn();
      if (accepted !== known) [known, quietTurns] = [accepted, 0];
    }
    const began = Date.now();
    const closed = new Promise((resolve) => server.close(resolve));
    const sweep = setInterval(() => {
      const waitedMs = Date.now() - began;
      for (const [socket, requests] of openRequests)
        if (waitedMs > DRAIN_TIMEOUT_MS || (requests === 0 && waitedMs > 1_000)) socket.destroy();
      server.closeIdleConnections();
    }, 50);
    await closed;
    clearInterval(sweep);
  };
}
