// Public pages are shared by all visitors: rendered at most a few times per second, cached in memory, and compressed once (ADR 13).
import { randomBytes } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { inject } from "light-my-request";
import { matchRoute } from "../lib/routes/policy.ts";
import type { PageHandler } from "./http-server.ts";
import { finishPage, restrictHeaders, type Page } from "./page-csp.ts";

/**
 * How long a rendered page is cached. Together with the 500 ms of the slides (lib/carousel/queries.ts), changes become visible within a
 * second.
 */
const CACHE_MS = 400;
/** An upper bound; only responses with status 200 are cached. */
const MAX_CACHED_PAGES = 200;

const compressors: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** Returns the best compressor we support that an Accept-Encoding header allows (RFC 9110, 12.5.3), if any. */
export function selectCompressor(accepted = ""): string | undefined {
  const weights = new Map(
    accepted.split(",").map((item) => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith("q="));
      return [name, weight ? Number(weight.slice(2)) : 1];
    }),
  );
  return Object.keys(compressors).find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

/** Request headers that concern the client's copy, not the page. */
const clientHeaders = ["accept-encoding", "if-none-match", "if-modified-since", "range"];

/**
 * Renders a page with Next.js. A shared page is requested without cookies and other client headers. Next.js puts the nonce only on the
 * scripts that it generates.
 */
async function render(handle: PageHandler, req: IncomingMessage, isShared: boolean): Promise<Page> {
  const nonce = randomBytes(16).toString("base64");
  const headers: OutgoingHttpHeaders = isShared
    ? { host: "localhost", accept: "text/html" }
    : { ...req.headers };
  for (const name of clientHeaders) delete headers[name];
  headers["content-security-policy"] = `script-src 'nonce-${nonce}'`;
  const response = await inject((request, response) => void handle(request as never, response as never), {
    method: "GET",
    url: req.url ?? "/",
    headers,
    remoteAddress: req.socket.remoteAddress,
  });
  const page = { status: response.statusCode, headers: response.headers, body: response.rawPayload };
  return finishPage(page, nonce, isShared);
}

async function send(req: IncomingMessage, res: ServerResponse, page: Page): Promise<void> {
  const { status, headers, compressed } = page;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
  if (status === 200 && headers.etag && req.headers["if-none-match"]?.includes(String(headers.etag))) {
    res.removeHeader("content-type");
    res.writeHead(304).end();
    return;
  }
  let body = page.body;
  const encoding = compressed && selectCompressor(String(req.headers["accept-encoding"] ?? ""));
  if (encoding) {
    if (!compressed.has(encoding)) compressed.set(encoding, compressors[encoding]!(body));
    body = (await compressed.get(encoding)) ?? body;
    res.setHeader("content-encoding", encoding);
  }
  res.setHeader("content-length", body.length);
  res.writeHead(status).end(req.method === "HEAD" ? undefined : body);
}

/** Wraps Next.js's handler. Guarded pages, router data and responses that are not pages are passed through. */
export function withPublicPageCache(handle: PageHandler): PageHandler {
  const cache = new Map<string, { renderedAt: number; page: Promise<Page> }>();

  function getShared(req: IncomingMessage): Promise<Page> {
    const url = req.url ?? "/";
    const cached = cache.get(url);
    if (cached && Date.now() - cached.renderedAt < CACHE_MS) return cached.page;
    const page = render(handle, req, true);
    cache.delete(url);
    cache.set(url, { renderedAt: Date.now(), page });
    const forget = () => cache.get(url)?.page === page && cache.delete(url);
    page.then(({ status }) => status === 200 || forget(), forget);
    if (cache.size > MAX_CACHED_PAGES) cache.delete(cache.keys().next().value!);
    return page;
  }

  return async (req, res) => {
    const { method, headers, url = "/" } = req;
    if (/^\/api(?:\/|$)/.test(url)) return handle(req, res);
    const isPage =
      (method === "GET" || method === "HEAD") &&
      headers.rsc === undefined &&
      !/^\/_next(?:\/|$)|^[^?]*\.\w+(?:\?|$)/.test(url);
    // A page that is missing from the route table has access null. It is handled like a public page but never shared.
    const access = isPage ? (matchRoute(url.split("?", 1)[0]!)?.access ?? null) : undefined;
    if (access === null || access === "public" || access === "guest") {
      const isShared = access === "public" && !url.includes("?");
      return send(req, res, await (isShared ? getShared(req) : render(handle, req, false)));
    }
    res.beforeHead(() => {
      for (const [name, value] of Object.entries(restrictHeaders(res.statusCode, res.getHeaders())))
        if (value !== undefined) res.setHeader(name, value);
    });
    return handle(req, res);
  };
}
