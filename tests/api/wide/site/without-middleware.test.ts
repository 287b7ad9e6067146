import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkAccess, routes, type Subject } from "@/lib/routes/policy";
import { startServer, type Server } from "../../../support/server";
import { act } from "../../../support/action";
import { admin, get, person, type SignedIn } from "../../../support/api";
import { stack } from "../../../support/stack";

/**
 * threat 21: middleware has been bypassed before, so pages must be protected without it. This is the same build with the
 * middleware removed from its manifest, and the same matrix of pages and users.
 */
let server: Server;
/** The same, with two-step login required for administrators. */
let strict: Server;
const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-bare-"));

beforeAll(async () => {
  for (const name of ["server", "lib", "public", "package.json", "next.config.ts", "tsconfig.json"]) {
    if (existsSync(name)) cpSync(name, path.join(folder, name), { recursive: true });
  }
  cpSync(".next", path.join(folder, ".next"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !/^\.next\/(cache|dev|trace)/.test(source),
  });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const manifest = path.join(folder, ".next/server/functions-config-manifest.json");
  const content = JSON.parse(readFileSync(manifest, "utf8")) as { functions: Record<string, unknown> };
  expect(Object.keys(content.functions)).toContain("/_middleware");
  delete content.functions["/_middleware"];
  writeFileSync(manifest, JSON.stringify(content));
  const { env, dataDir } = stack();
  const database = { env, dataDir } as never;
  server = await startServer({ database, dir: folder });
  strict = await startServer({ database, dir: folder, env: { ADMIN_TWO_STEP: "required" } });
});

afterAll(async () => {
  await Promise.all([server?.stop(), strict?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const blank: Subject = {
  role: "none",
  isSuper: false,
  duty: "administrator",
  investorType: "none",
  isVerified: false,
  isRenewing: false,
  status: "pending",
  submitted: false,
  twoStepSetupRequired: false,
};

/** Returns the redirect of a response: from its status or, once streaming has begun, from the refresh tag that React writes. */
function redirectIn(response: Response, text: string): string | null {
  const refresh = /http-equiv="refresh" content="\d;url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  const target = response.headers.get("location") ?? refresh;
  if (!target) return null;
  const url = new URL(target, response.url);
  return url.pathname + url.search;
}

describe("without middleware (threat 21)", () => {
  it("it is absent: the nonce that only it creates is missing", async () => {
    const user = await person();
    const page = await fetch(`${server.url}/choose-profile`, {
      headers: { cookie: user.cookies },
      redirect: "manual",
    });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy") ?? "").not.toContain("nonce-");
  });

  it("server actions still reject visitors, and are open to users in every state as their page is", async () => {
    const pending = await person({ role: "startup", verification: "pending" });
    const tries: [string, unknown][] = [
      ["changePasswordAction", { current: "wrong", password: "another Long pass-phrase 8" }],
      ["endSessionAction", { sessionId: "01900000-0000-7000-8000-000000000000" }],
    ];
    for (const [name, input] of tries) {
      for (const [cookies, error] of [
        ["", "UNAUTHENTICATED"],
        [pending.cookies, expect.stringMatching(/VALIDATION_FAILED|NOT_FOUND/)],
      ] as const) {
        const { outcome } = await act(name, input, { cookies, base: server.url });
        expect([name, outcome]).toMatchObject([name, { ok: false, error }]);
      }
    }
    expect((await get("/api/auth/me", pending.token)).status).toBe(200);
  });

  it("every page redirects as the guard decides", async () => {
    const people: [Subject | null, SignedIn | null, Server?][] = [
      [null, null],
      [blank, await person()],
      [{ ...blank, role: "startup" }, await person({ role: "startup" })],
      [
        { ...blank, role: "startup", isVerified: true, status: "approved", submitted: true },
        await person({ role: "startup", verification: "approved" }),
      ],
      [
        { ...blank, role: "investor", investorType: "personal", submitted: true },
        await person({ role: "investor", investorType: "personal", verification: "pending" }),
      ],
      [
        { ...blank, role: "investor", investorType: "corporate", status: "rejected", submitted: true },
        await person({ role: "investor", investorType: "corporate", verification: "rejected" }),
      ],
      [{ ...blank, role: "admin" }, await admin()],
      [{ ...blank, role: "admin", isSuper: true }, await admin(true)],
      [{ ...blank, role: "admin", isSuper: true, twoStepSetupRequired: true }, await admin(true), strict],
    ];
    let cells = 0;
    for (const [subject, user, { url } = server] of people) {
      for (const { pattern, access } of routes) {
        // Login and registration look the same for all visitors; only the middleware redirects users from them.
        if (access === "public" || access === "guest") continue;
        const page = pattern.replace(/\[\w+\]/g, user?.id ?? "01900000-0000-7000-8000-000000000000");
        const decision = checkAccess(subject, page);
        const response = await fetch(url + page, {
          headers: user ? { cookie: user.cookies } : {},
          redirect: "manual",
        });
        const text = await response.text();
        if (decision.allow) {
          expect([subject?.role, page, response.status, redirectIn(response, text)]).toEqual([
            subject?.role,
            page,
            200,
            null,
          ]);
        } else {
          expect([subject?.role, page, redirectIn(response, text)]).toEqual([
            subject?.role,
            page,
            decision.to,
          ]);
          // No part of the page was sent: no form, no table, no other user.
          expect(text).not.toMatch(/<form|<table/);
          for (const [, other] of people)
            if (other && other !== user) expect(text).not.toContain(other.email);
        }
        cells += 1;
      }
    }
    expect(cells).toBe(
      people.length * routes.filter(({ access }) => access !== "public" && access !== "guest").length,
    );
  });
});
