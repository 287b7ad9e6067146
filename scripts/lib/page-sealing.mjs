// What may run on a page that carries no nonce: files of ours, the script in its head, and what Next wrote into it, by hash
// (TRUST 39, docs/decisions/0007).
import { createHash } from "node:crypto";
import { takeHead } from "./answer-head.mjs";

/** Marks a page that works without React in the browser (components/layout/without-runtime.tsx). */
const WITHOUT_RUNTIME = "data-without-runtime";

const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const runtimePreload = /<link\b[^>]*\bas="script"[^>]*>/g;

const sha256 = (text) => createHash("sha256").update(text);

/** Takes out what only starts React: the framework's files and the data it would wake the page with. Other scripts stay. */
function withoutRuntime(html) {
  return html
    .replace(runtimePreload, "")
    .replace(script, (whole, attributes, text) =>
      /\bsrc="\/_next\//.test(attributes) || /^\(?(?:self|window)\.__next/.test(text) ? "" : whole,
    );
}

const isPage = (headers) => /^text\/html\b/.test(String(headers["content-type"] ?? ""));

/** True where nothing says which scripts may run, or inline ones may: right only while developing (lib/pages/csp.ts). */
function isOpen(headers) {
  const policy = String(headers["content-security-policy"] ?? "");
  const scripts = /\bscript-src ([^;]*)/.exec(policy) ?? /\bdefault-src ([^;]*)/.exec(policy);
  return !scripts || scripts[1].includes("'unsafe-inline'");
}

/** A failure or a redirect of today may be a page tomorrow. */
const isPassing = (status) => status >= 300 && status !== 304;

/**
 * `pagePolicy` builds the policy of a page from the scripts it may run (lib/pages/page-policy.ts); `headScript` stands in the head of each
 * (lib/pages/head-script.ts).
 */
export function sealer({ pagePolicy, headScript }) {
  /** Of a page built ahead, before there was a visitor or a word of theirs, every script is ours. */
  function hashes(html, nonce, builtAhead) {
    const isOurs = (attributes, text) =>
      builtAhead || text === headScript || attributes.includes(`nonce="${nonce}"`);
    const found = new Set();
    for (const [, attributes, text] of html.matchAll(script)) {
      if (/\bsrc=/.test(attributes) || /\btype="application\//.test(attributes)) continue;
      if (isOurs(attributes, text))
        found.add(`'sha256-${sha256(text.replaceAll(nonce, "")).digest("base64")}'`);
    }
    return [...found];
  }

  return {
    /**
     * An answer of `render` as it is sent. `nonce` is what Next was told to mark its scripts with; it does not leave the server.
     * `forEverybody` lets a browser keep the page and ask each time whether it still holds.
     */
    seal({ status, headers, body }, { nonce, forEverybody }) {
      const rest = { ...headers };
      for (const name of ["content-length", "transfer-encoding", "connection", "etag"]) delete rest[name];
      if (isPassing(status)) rest["cache-control"] = "no-store";
      if (!isPage(headers) || !isOpen(headers)) return { status, headers: rest, body };
      let html = body.toString("utf8");
      if (html.includes(WITHOUT_RUNTIME)) html = withoutRuntime(html);
      const builtAhead = headers["x-nextjs-prerender"] !== undefined;
      rest["content-security-policy"] = pagePolicy(["'self'", ...hashes(html, nonce, builtAhead)].join(" "));
      html = html.replaceAll(` nonce="${nonce}"`, "").replaceAll(nonce, "");
      if (rest.link) rest.link = String(rest.link).replaceAll(`; nonce="${nonce}"`, "");
      rest.vary = "Accept-Encoding";
      if (status === 200)
        rest["cache-control"] = forEverybody ? "public, max-age=0, must-revalidate" : "private, no-store";
      if (status === 200 && forEverybody) rest.etag = `"${sha256(html).digest("base64url").slice(0, 27)}"`;
      return { status, headers: rest, body: Buffer.from(html), packed: new Map() };
    },

    /** Of what passes as it comes, a page that brings no policy of its own runs nothing. */
    close(res) {
      const { writeHead } = res;
      res.writeHead = (status, ...rest) => {
        takeHead(res, status, rest);
        const headers = res.getHeaders();
        if (isPassing(status)) res.setHeader("cache-control", "no-store");
        if (isPage(headers) && isOpen(headers))
          res.setHeader("content-security-policy", pagePolicy("'none'"));
        return writeHead.call(res, status);
      };
    },
  };
}
