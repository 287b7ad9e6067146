// Pages that know nobody: what everybody gets is rendered at most a few times a second and sent from memory, its policy allows
// exactly the inline scripts it was built with, and a page that asks for it travels without the framework's scripts.
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { constants, brotliCompress, gzip } from "node:zlib";
import { question, render } from "./page-rendering.mjs";
import { sealer } from "./page-sealing.mjs";

/** How long a rendered page serves everybody. Together with the slides' own half a second (lib/carousel/slide-cache.ts): a second. */
const FRESH_MS = 400;
/** More than there are public pages; only addresses that answered 200 are kept. */
const MOST_KEPT = 200;

const packers = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
};

/** The best of our packers that an `Accept-Encoding` allows (RFC 9110, 12.5.3), if any. */
export function packerFor(accepted = "") {
  const weights = new Map(
    accepted.split(",").map((item) => {
      const [name, ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith("q="));
      return [name, weight ? Number(weight.slice(2)) : 1];
    }),
  );
  return Object.keys(packers).find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

async function send(req, res, page) {
  const { status, headers, packed } = page;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
  if (status === 200 && headers.etag && req.headers["if-none-match"]?.includes(headers.etag)) {
    res.removeHeader("content-type");
    res.writeHead(304).end();
    return;
  }
  const packer = packed && packerFor(req.headers["accept-encoding"]);
  if (packer && !packed.has(packer)) packed.set(packer, packers[packer](page.body));
  const body = packer ? await packed.get(packer) : page.body;
  if (packer) res.setHeader("content-encoding", packer);
  res.setHeader("content-length", body.length);
  res.writeHead(status);
  res.end(req.method === "HEAD" ? undefined : body);
}

/**
 * Wraps Next's handler. `accessOf` tells the guard's word for a path (lib/routes/policy.ts). Pages behind the guard, data of the
 * router and everything that is no page pass as they come; no page leaves without a policy for its scripts.
 */
export function withPublicPages(handle, { accessOf, ...policy }) {
  const kept = new Map();
  const { seal, close } = sealer(policy);

  const ask = async (req, forEverybody) => {
    const nonce = randomBytes(16).toString("base64");
    return seal(await render(handle, question(req, { nonce, forEverybody })), { nonce, forEverybody });
  };

  const fresh = (req) => {
    const key = req.url;
    const found = kept.get(key);
    if (found && Date.now() - found.at < FRESH_MS) return found.page;
    const page = ask(req, true);
    kept.delete(key);
    kept.set(key, { at: Date.now(), page });
    const forget = () => kept.get(key)?.page === page && kept.delete(key);
    page.then(({ status }) => status === 200 || forget(), forget);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
    return page;
  };

  return async (req, res) => {
    const { method, headers, url } = req;
    if (/^\/api(?:\/|$)/.test(url)) return handle(req, res);
    const asksPage =
      (method === "GET" || method === "HEAD") &&
      headers.rsc === undefined &&
      !/^\/_next(?:\/|$)|^[^?]*\.\w+(?:\?|$)/.test(url);
    const access = asksPage ? accessOf(url.split("?", 1)[0]) : undefined;
    if (!asksPage || (access !== null && access !== "public" && access !== "guest")) {
      close(res);
      return handle(req, res);
    }
    const forEverybody = access === "public" && !url.includes("?");
    return send(req, res, await (forEverybody ? fresh(req) : ask(req, false)));
  };
}
