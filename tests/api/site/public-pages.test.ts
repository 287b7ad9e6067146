import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { routes } from "@/lib/routes/policy";
import { admin, del, post, urls } from "../../support/api";

/** Pages that are identical for all visitors (ADR 7 and 13, threat 39). */
const open = routes
  .filter(({ access, pattern }) => (access === "public" || access === "guest") && pattern !== "/dev/outbox")
  .map(({ pattern }) => pattern.replace("[planId]", "agriculture-growth"));

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(urls()[0] + path, { method, headers: { accept: "text/html", ...headers }, redirect: "manual" });
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const scriptsOf = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map(([, attributes, text]) => ({
    attributes: attributes!,
    text: text!,
  }));

/** Returns the scripts that a page's policy allows. */
const allowedOn = (response: Response): string[] =>
  /script-src ([^;]*)/.exec(response.headers.get("content-security-policy") ?? "")?.[1]?.split(" ") ?? [];

describe("the scripts allowed on a page without a nonce (threat 39)", () => {
  // server/public-pages.test.ts shows that an injected script is not among them.
  it.each([...open, "/no-such-page", "/login?callbackUrl=%2Fdashboard", "/plans?x=1", "/?x=1", "/%61bout"])(
    "%s allows its own inline scripts by hash, and no others",
    async (path) => {
      const response = await ask(path);
      const [self, ...hashes] = allowedOn(response);
      expect(self).toBe("'self'");
      const html = await response.text();
      const inline = scriptsOf(html).filter(({ attributes }) => !/\b(?:src|type)=/.test(attributes));
      expect(inline.length).toBeGreaterThan(0);
      const inlineHashes = inline.map(
        ({ text }) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
      );
      expect(new Set(hashes)).toEqual(new Set(inlineHashes));
      expect(html).not.toContain("nonce=");
    },
  );

  it.each([
    "/nothing.html",
    "/plans/x.y",
    "/login.php",
    "/_next/nothing",
    "/_next/static/nothing.js",
    "/profile/nothing",
    "/admin/x.y",
    "/t%65am",
    "/%70lans",
    "/%61pi",
    "/login/nothing",
  ])("%s is not a page, allows no inline scripts, and is not cached", async (path) => {
    for (const headers of [{}, { rsc: "1" }, { accept: "application/json" }] as Record<string, string>[])
      for (const method of ["GET", "HEAD", "POST"]) {
        const response = await ask(path, headers, method);
        const seen = [path, method, response.status];
        expect([...seen, response.headers.get("cache-control")]).toEqual([...seen, "no-store"]);
        expect(response.status).not.toBe(200);
        if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
        expect([...seen, allowedOn(response).length > 0]).toEqual([...seen, true]);
        expect(allowedOn(response)).not.toContain("'unsafe-inline'");
      }
  });

  it("are enforced for every Accept header", async () => {
    for (const accept of ["application/json", "image/png", "text/html;q=0", "*/*"])
      for (const path of [...open, "/no-such-page", "/about?x=1"]) {
        const response = await ask(path, { accept });
        expect(response.headers.get("content-type")).toContain("text/html");
        expect([path, allowedOn(response)[0]]).toEqual([path, "'self'"]);
        expect(allowedOn(response)).not.toContain("'unsafe-inline'");
        expect(response.headers.get("cache-control")).not.toContain("s-maxage");
      }
  });
});

describe("pages that differ per user", () => {
  it.each([
    "/reset-password?token=canary",
    "/verify-email?email=canary@demo.example",
    "/about?x=1",
    "/login",
    "/register",
  ])("%s is not cached", async (path) => {
    const response = await ask(path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(response.headers.get("etag")).toBeNull();
  });
});

describe("pages without the framework's scripts", () => {
  it.each(["/", "/about", "/asset-financing", "/team", "/plans", "/privacy", "/terms"])(
    "%s contains styles, structured data and site.js",
    async (path) => {
      const html = await (await ask(path)).text();
      expect(html).not.toMatch(/\/_next\/[^"]*\.js|__next_f/);
      expect(scriptsOf(html).filter(({ attributes }) => /\bsrc=/.test(attributes))).toEqual([
        { attributes: expect.stringContaining('src="/site.js"') as string, text: "" },
      ]);
      expect(html).toContain("<h1");
      expect(html.trimEnd().endsWith("</html>")).toBe(true);
    },
  );

  it("are replaced by the framework's on other pages", async () => {
    for (const path of ["/contact", "/login"])
      expect(await (await ask(path)).text()).toMatch(/\/_next\/[^"]*\.js/);
  });
});

describe("cached pages", () => {
  it("show a change of the carousel, on every server", async () => {
    const administrator = await admin();
    const title = `Fresh ${Date.now()}`;
    const shown = (url: string) => async () => (await (await fetch(url)).text()).includes(title);
    // Frequent requests, so that a cached page always exists.
    for (const url of urls()) expect(await shown(url)()).toBe(false);
    const { body } = await post(
      "/api/carousel",
      { image: "/carousel/build.svg", title },
      administrator.token,
    );
    for (const url of urls()) await expect.poll(shown(url), { timeout: 30_000, interval: 50 }).toBe(true);
    await del(`/api/carousel/${(body.data as { _id: string })._id}`, administrator.token);
    for (const url of urls()) await expect.poll(shown(url), { timeout: 30_000, interval: 50 }).toBe(false);
  });

  it("are equal for all visitors, regardless of their headers", async () => {
    const { token } = await admin();
    const plain = await (await ask("/")).text();
    const cookie = "__prerender_bypass=1; seedline-session=x; next-auth.session-token=y";
    for (const headers of [{ cookie }, bearer(token), { "user-agent": "Googlebot" }])
      expect(await (await ask("/", headers)).text()).toBe(plain);
    expect((await ask("/")).headers.get("set-cookie")).toBeNull();
  });

  it("have an ETag, are compressed as the client accepts, and have no body for HEAD", async () => {
    const first = await ask("/about");
    const etag = first.headers.get("etag")!;
    expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const again = await ask("/about", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await ask("/about", { "if-none-match": '"other"' })).status).toBe(200);
    const text = await first.text();
    for (const [accepted, used] of [
      ["gzip", "gzip"],
      ["br, gzip", "br"],
      ["br; q=0, gzip", "gzip"],
      ["gzip;q=0.5, br;q=0.9", "br"],
      ["identity", null],
    ] as const) {
      const response = await ask("/about", { "accept-encoding": accepted });
      expect([accepted, response.headers.get("content-encoding")]).toEqual([accepted, used]);
      expect(await response.text()).toBe(text);
    }
    const head = await ask("/about", { "accept-encoding": "identity" }, "HEAD");
    expect([head.status, Number(head.headers.get("content-length")), await head.text()]).toEqual([
      200,
      Buffer.byteLength(text),
      "",
    ]);
  });

  it("leave redirects, router data and other methods to Next.js", async () => {
    // Next.js first redirects a data request to a separate address.
    const data = await fetch(`${urls()[0]}/about`, { headers: { rsc: "1" } });
    expect(data.headers.get("content-type")).toContain("text/x-component");
    const slash = await ask("/about/");
    expect([slash.status, slash.headers.get("location")]).toEqual([308, "/about"]);
    expect((await ask("/site.js", { accept: "*/*" })).headers.get("content-type")).toContain("javascript");
    expect((await ask("/about", {}, "DELETE")).status).toBeGreaterThanOrEqual(400);
  });
});
