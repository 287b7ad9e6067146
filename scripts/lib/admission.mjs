// A full server says so at once instead of making everybody wait (TRUST 48): it works on so many requests at a time, and turns
// further ones away. What is still arriving counts apart: on a slow line an upload takes minutes and hardly any work.
import { fail } from "./api-failures.mjs";
import { SMALL, isArriving } from "./arrival.mjs";

const SHED = Symbol.for("seedline.shed");

/** Whether it is alive, what it can take and what it counts must be told most of all when it is full. */
const isVital = ({ method, url }) =>
  (method === "GET" || method === "HEAD") &&
  /^\/(?:_next\/static\/|api\/(?:health|ready|metrics)(?:\?|$))/.test(url);

const isSmall = ({ headers }) =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= SMALL;

const page = `<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3"><title>One moment</title><style>body{font:1.0625rem/1.6 system-ui;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}</style>
<h1>One moment</h1><p>Many people are here right now. This page tries again by itself in a few seconds; nothing you sent before is lost.</p></html>`;

function turnAway(req, res, isApi) {
  globalThis[SHED] = (globalThis[SHED] ?? 0) + 1;
  // A small body is read past, so that the connection goes on: under load nothing takes longer than to be let in anew.
  const closing = isSmall(req) ? {} : { Connection: "close" };
  if (isApi || !/\btext\/html\b/.test(req.headers.accept ?? "")) return fail(res, 503, closing);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "3",
    ...closing,
  };
  res.writeHead(503, {
    ...headers,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  });
  res.end(req.method === "HEAD" ? undefined : page);
}

/** Places, and how many each network holds. */
function places(most) {
  const held = new Map();
  let free = most;
  return {
    /**
     * Takes a place unless the network would then hold more than are left for all others: one alone gets half of them, the next
     * one half of the rest, and there is always something left for who comes anew.
     */
    take(network) {
      const own = held.get(network) ?? 0;
      if (own >= free) return false;
      held.set(network, own + 1);
      free -= 1;
      return true;
    },
    giveBack(network) {
      const own = held.get(network) - 1;
      if (own) held.set(network, own);
      else held.delete(network);
      free += 1;
    },
  };
}

/**
 * Answers a gate: true when the request of a network (lib/client-info.ts) may go on; otherwise it has been answered with 503 and
 * Retry-After.
 */
export function admission({ requests, uploads }) {
  const pools = { requests: places(requests), uploads: places(uploads) };
  return function admit(req, res, isApi, network) {
    if (isVital(req)) return true;
    const pool = isArriving(req) ? pools.uploads : pools.requests;
    if (!pool.take(network)) {
      turnAway(req, res, isApi);
      return false;
    }
    res.once("close", () => pool.giveBack(network));
    return true;
  };
}
