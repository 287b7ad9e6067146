import { once } from "node:events";
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { headScript } from "@/lib/pages/head-script";
import type { PageHandler } from "./http-server";
import { selectCompressor, withPublicPageCache } from "./public-pages";
import { SeedlineResponse } from "./response";

let server: http.Server<typeof IncomingMessage, typeof SeedlineResponse> | undefined;
afterEach(() => server?.close());

/** Requests a page from a server whose pages are rendered by `handle`. */
async function ask(handle: PageHandler, path = "/", init: RequestInit = {}) {
  const pages = withPublicPageCache(handle);
  server = http.createServer({ ServerResponse: SeedlineResponse }, (req, res) => void pages(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const scripts = /script-src ([^;]*)/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  return { response, scripts: scripts?.split(" "), html: await response.text() };
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const nonceIn = ({ headers }: IncomingMessage) =>
  /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))![1]!;
const html = (res: ServerResponse, body: string, headers: OutgoingHttpHeaders = {}) => {
  res.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
  res.end(body);
};

const ours = "self.__next_f.push([1])";
const injected = "alert(document.domain)";

describe("a page with an injected script (threat 39)", () => {
  const page = (nonce: string) =>
    `<head><script>${headScript}</script></head><p>A title<script>${injected}</script></p>` +
    `<script nonce="guess">${injected}</script><script nonce="${nonce}" id="x">${ours}</script>`;

  it.each(["/", "/login", "/no-such-page", "/?x=1"])(
    "%s allows only the application's scripts",
    async (path) => {
      let nonce = "";
      const handle: PageHandler = async (req, res) => {
        nonce = nonceIn(req);
        html(res, page(nonce), { link: `</a.css>; rel=preload; as="style"; nonce="${nonce}"` });
      };
      const { response, scripts, html: sent } = await ask(handle, path);
      expect(sent).toContain(injected);
      expect(scripts).toEqual(["'self'", hashOf(headScript), hashOf(ours)]);
      // The nonce is not sent to the client.
      expect(nonce).toHaveLength(24);
      expect(sent + JSON.stringify([...response.headers])).not.toContain(nonce);
      expect(response.headers.get("link")).toBe('</a.css>; rel=preload; as="style"');
      expect(sent).toContain(`<script id="x">${ours}</script>`);
    },
  );

  it("ignores a nonce in the request", async () => {
    const headers = { "content-security-policy": "script-src 'nonce-guess'" };
    const { scripts } = await ask(async (req, res) => html(res, page(nonceIn(req))), "/login", { headers });
    expect(scripts).not.toContain(hashOf(injected));
  });

  it("allows the scripts of a page that was prerendered", async () => {
    const handle: PageHandler = async (_, res) =>
      html(res, `<script>${ours}</script>`, { "x-nextjs-prerender": "1" });
    expect((await ask(handle)).scripts).toEqual(["'self'", hashOf(ours)]);
  });
});

describe("a page without React", () => {
  const marked = (rest: string) => `<body><i data-without-runtime></i><p>Text &amp; more</p>${rest}</body>`;
  const file = '<script src="/_next/static/a.js" async=""></script>';
  const data = "self.__next_f.push([1])";
  const serve =
    (rest: string): PageHandler =>
    async (_, res) =>
      html(res, marked(rest), { "x-nextjs-prerender": "1" });

  it("is sent without the framework's scripts, and with all others", async () => {
    const own = '<script>own()</script><script src="/site.js"></script>';
    const preload = '<link rel="preload" as="script" href="/_next/static/a.js">';
    const { html: sent, scripts } = await ask(serve(`${preload}${file}${own}<script>${data}</script>`));
    expect(sent).toContain(`<p>Text &amp; more</p>${own}</body>`);
    expect(sent).not.toMatch(/_next/);
    expect(scripts).toEqual(["'self'", hashOf("own()")]);
  });

  it("is sent unchanged if Next.js did not render its markup", async () => {
    for (const rest of [file, `<script>${data}</script>`]) {
      const { html: sent } = await ask(serve(rest));
      expect(sent).toContain(rest);
    }
  });

  it("is parsed as browsers do", async () => {
    const text = `<!-- ${file} --><textarea>${file}</textarea>`;
    const { html: sent } = await ask(serve(`${text}${file}<script>${data}</script>`));
    expect(sent).toContain("<!-- <script src");
    expect(sent).toContain("<textarea>&lt;script src");
    expect(sent).not.toContain(`</textarea>${file}`);
  });
});

describe("a page that is passed on unchanged", () => {
  const open = "default-src 'self'; script-src 'self' 'unsafe-inline'";
  it.each([
    ["has no policy", {}, "'none'"],
    ["has a policy that allows everything", { "content-security-policy": open }, "'none'"],
    ["has a nonce", { "content-security-policy": "script-src 'nonce-a'" }, "'nonce-a'"],
  ])("%s", async (_, given, scripts) => {
    const handle: PageHandler = async (_req, res) => html(res, "<p>", given);
    for (const [path, init] of [
      ["/profile", {}],
      ["/x.html", {}],
      ["/_next/x", {}],
      ["/", { method: "POST" }],
      ["/", { headers: { rsc: "1" } }],
    ] as [string, RequestInit][])
      expect([path, (await ask(handle, path, init)).scripts]).toEqual([path, [scripts]]);
  });

  it("retains a policy that allows no scripts", async () => {
    const policy = "default-src 'none'; sandbox";
    const { response } = await ask(
      async (_, res) => html(res, "<p>", { "content-security-policy": policy }),
      "/x.html",
    );
    expect(response.headers.get("content-security-policy")).toBe(policy);
  });
});

describe("selectCompressor", () => {
  it.each([
    ["br, gzip", "br"],
    ["gzip;q=1.0, br;q=0.9", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0, gzip", "gzip"],
    ["BR ; Q=0.000 , gzip ; q=0.5", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["brotli", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("returns %s for %j", (accepted, compressor) => expect(selectCompressor(accepted)).toBe(compressor));
});
