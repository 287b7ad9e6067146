// Admission control: a server processes a limited number of requests concurrently and rejects further ones with 503 (load shedding, threat
// 48, ADR 24). Uploads have separate slots: on a slow connection they take minutes and little CPU.
import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_BUFFERED_BODY_BYTES, isArriving } from "./body-arrival.ts";
import { sendError } from "./error-responses.ts";

/** The number of rejected requests, read by lib/ops/metrics.ts. */
const SHED_COUNT = Symbol.for("seedline.shed");

/** Emitted by a response whose head announces server-sent events. */
export const STREAM_STARTED = "seedline:stream";

/** Health, readiness, metrics and static files are exempt: they are needed most under overload. */
const bypassesAdmission = ({ method, url }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") &&
  /^\/(?:_next\/static\/|api\/(?:health|ready|metrics)(?:\?|$))/.test(url ?? "");

const isSmall = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined &&
  Number(headers["content-length"] ?? 0) <= MAX_BUFFERED_BODY_BYTES;

const overloadPage = `<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3"><title>One moment</title><style>body{font:1.0625rem/1.6 system-ui;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}</style>
<h1>One moment</h1><p>Many people are here right now. This page tries again by itself in a few seconds; nothing you sent before is lost.</p></html>`;

function rejectOverloaded(req: IncomingMessage, res: ServerResponse, isApi: boolean): void {
  const count: unknown = Reflect.get(globalThis, SHED_COUNT);
  Reflect.set(globalThis, SHED_COUNT, (typeof count === "number" ? count : 0) + 1);
  // A small body is read and discarded to keep the connection open: under load, reconnecting is expensive.
  const connection = isSmall(req) ? {} : { Connection: "close" };
  if (isApi || !/\btext\/html\b/.test(req.headers.accept ?? "")) return sendError(res, 503, connection);
  res.writeHead(503, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "3",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    ...connection,
  });
  res.end(req.method === "HEAD" ? undefined : overloadPage);
}

/** Creates concurrency slots, and counts those that each network occupies. */
function createSlots(max: number) {
  const occupied = new Map<string, number>();
  let free = max;
  return {
    /**
     * Acquires a slot, unless the network would then occupy more slots than are free (dynamic thresholds): a single network gets at most
     * half of them, the next one half of the rest, and a new network always finds one.
     */
    acquireSlot(network: string): boolean {
      const own = occupied.get(network) ?? 0;
      if (own >= free) return false;
      occupied.set(network, own + 1);
      free -= 1;
      return true;
    },
    releaseSlot(network: string): void {
      const own = (occupied.get(network) ?? 0) - 1;
      if (own > 0) occupied.set(network, own);
      else occupied.delete(network);
      free += 1;
    },
  };
}

export type Admit = (req: IncomingMessage, res: ServerResponse, isApi: boolean, network: string) => boolean;

/** Returns a function that admits a request of a network (lib/client-info.ts), or rejects it and returns false. */
export function createAdmissionControl(max: { requests: number; uploads: number }): Admit {
  const requests = createSlots(max.requests);
  const uploads = createSlots(max.uploads);
  return function admit(req, res, isApi, network) {
    if (bypassesAdmission(req)) return true;
    const slots = isArriving(req) ? uploads : requests;
    if (!slots.acquireSlot(network)) {
      rejectOverloaded(req, res, isApi);
      return false;
    }
    let isReleased = false;
    const release = () => {
      if (!isReleased) slots.releaseSlot(network);
      isReleased = true;
    };
    res.once("close", release);
    // A stream of events is idle for minutes.
    res.once(STREAM_STARTED, release);
    return true;
  };
}
