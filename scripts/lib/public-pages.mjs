// Pages that know nobody: what everybody gets is rendered at most a few times a second and sent from memory, its policy allows
// exactly the inline scripts it was built with, and a page that asks for it travels without the framework's scripts.
import { createHash } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { constants, brotliCompress, gzip } from "node:zlib";

/** How long a rendered page serves everybody. Together with the slides' own half a second (lib/carousel/shown.ts): a second. */
const FRESH_MS = 400;
/** More than there are public pages; only addresses that answered 200 are kept. */
const MOST_KEPT = 200;
const UNSAFE = "script-src 'self' 'unsafe-inline'";
/** Marks a page that works without React in the browser (components/layout/without-runtime.tsx). */
const WITHOUT_RUNTIME = "data-without-runtime";

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const runtimePreload = /<link\b[^>]*\bas="script"[^>]*>/g;

/** Takes out what only starts React: the framework's files and the data it would wake the page with. Other scripts stay. */
export function withoutRuntime(html) {
  return html
    .replace(runtimePreload, "")
    .replace(script, (whole, attributes, text) =>
      /\bsrc="\/_next\//.test(attributes) || /^\(?(?:self|window)\.__next/.test(text) ? "" : whole,
    );
}

/** The script-src of a page: files of ours, and the inline scripts it has, by their hash. */
export function scriptPolicy(html) {
  const hashes = new Set();
  for (const [, attributes, text] of html.matchAll(script)) {
    if (/\bsrc=/.test(attributes) || /\btype="application\//.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  return ["script-src 'self'", ...hashes].join(" ");
}

/** The same question without a client at its other end. What is meant for everybody is asked by nobody: no cookie, no mark of the asker. */
function question({ socket, url, headers }, forEverybody) {
  const req = new IncomingMessage(socket);
  const rest = { ...headers };
  for (const name of ["accept-encoding", "if-none-match", "if-modified-since", "range"]) delete rest[name];
  const asked = forEverybody ? { host: "localhost", accept: "text/html" } : rest;
  Object.assign(req, { method: "GET", url, headers: asked });
  req.push(null);
  return req;
}

/** Next's answer as a whole: status, headers and body. */
function render(handle, req) {
  return new Promise((resolve, reject) => {
    const res = new ServerResponse(req);
    const { writeHead, end } = res;
    const parts = [];
    const take = (args) => {
      const [part, encoding] = args;
      if (typeof part === "string")
        parts.push(Buffer.from(part, typeof encoding === "string" ? encoding : "utf8"));
      else if (part instanceof Uint8Array) parts.push(part);
      args.find((item) => typeof item === "function")?.();
    };
    res.writeHead = (status, ...rest) => {
      const given = rest.find((item) => item && typeof item === "object") ?? {};
      for (const [name, value] of Array.isArray(given) ? chunks(given) : Object.entries(given))
        res.setHeader(name, value);
      return writeHead.call(res, status);
    };
    res.flushHeaders = () => {};
    res.write = (...args) => {
      take(args);
      return true;
    };
    res.end = (...args) => {
      take(args);
      end.call(res);
      resolve({ status: res.statusCode, headers: res.getHeaders(), body: Buffer.concat(parts) });
      res.emit("finish");
      res.emit("close");
      return res;
    };
    handle(req, res).catch(reject);
  });
}

function* chunks(flat) {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at], flat[at + 1]];
}

/** A page as it is sent: with the policy of exactly its own scripts. What is no page, or has a policy of its own, stays as it is. */
function seal({ status, headers, body }) {
  const rest = { ...headers };
  for (const name of ["content-length", "transfer-encoding", "connection"]) delete rest[name];
  const policy = String(headers["content-security-policy"] ?? "");
  if (!/^text\/html\b/.test(String(headers["content-type"])) || !policy.includes(UNSAFE))
    return { status, headers: rest, body };
  let html = body.toString("utf8");
  if (html.includes(WITHOUT_RUNTIME)) html = withoutRuntime(html);
  rest["content-security-policy"] = policy.replace(UNSAFE, scriptPolicy(html));
  rest.etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
  rest.vary = "Accept-Encoding";
  // A browser may keep it, and asks each time whether it still holds.
  if (status === 200) rest["cache-control"] = "public, max-age=0, must-revalidate";
  return { status, headers: rest, body: Buffer.from(html), packed: new Map() };
}

const packers = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
};

async function send(req, res, page) {
  const { status, headers, packed } = page;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
  if (status === 200 && headers.etag && req.headers["if-none-match"]?.includes(headers.etag)) {
    res.removeHeader("content-type");
    res.writeHead(304).end();
    return;
  }
  const accepted = String(req.headers["accept-encoding"] ?? "");
  const packer = packed && ["br", "gzip"].find((name) => new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted));
  if (packer && !packed.has(packer)) packed.set(packer, packers[packer](page.body));
  const body = packer ? await packed.get(packer) : page.body;
  if (packer) res.setHeader("content-encoding", packer);
  res.setHeader("content-length", body.length);
  res.writeHead(status);
  res.end(req.method === "HEAD" ? undefined : body);
}

/**
 * Wraps Next's handler. `accessOf` tells the guard's word for a path (lib/routes/policy.ts). Pages behind the guard, data of the
 * router and everything that is no page pass untouched.
 */
export function withPublicPages(handle, accessOf) {
  const kept = new Map();

  const fresh = (req) => {
    const key = req.url;
    const found = kept.get(key);
    if (found && Date.now() - found.at < FRESH_MS) return found.page;
    const page = render(handle, question(req, true)).then(seal);
    kept.delete(key);
    kept.set(key, { at: Date.now(), page });
    const forget = () => kept.get(key)?.page === page && kept.delete(key);
    page.then(({ status }) => status === 200 || forget(), forget);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
    return page;
  };

  return async (req, res) => {
    const { method, headers, url } = req;
    const asksPage =
      (method === "GET" || method === "HEAD") &&
      headers.rsc === undefined &&
      !/^\/(?:_next|api)(?:\/|$)|^[^?]*\.\w+(?:\?|$)/.test(url) &&
      /\btext\/html\b|^\*\/\*|^$/.test(headers.accept ?? "");
    const access = asksPage ? accessOf(url.split("?", 1)[0]) : undefined;
    if (!asksPage || (access !== null && access !== "public" && access !== "guest")) return handle(req, res);
    const forEverybody = access === "public" && !url.includes("?");
    return send(
      req,
      res,
      await (forEverybody ? fresh(req) : render(handle, question(req, false)).then(seal)),
    );
  };
}
