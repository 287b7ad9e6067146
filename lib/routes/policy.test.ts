import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkAccess,
  defaultPathFor,
  matchRoute,
  menuFor,
  routes,
  safeReturnPath,
  type Subject,
} from "./policy";

const subject = (changes: Partial<Subject>): Subject => ({
  role: "none",
  isSuper: false,
  investorType: "none",
  isVerified: false,
  status: "pending",
  submitted: false,
  twoStepSetupRequired: false,
  ...changes,
});

const startup = { role: "startup" } as const;
const personal = { role: "investor", investorType: "personal" } as const;
const corporate = { role: "investor", investorType: "corporate" } as const;
const approved = { status: "approved", isVerified: true, submitted: true } as const;
const rejected = { status: "rejected", submitted: true } as const;
const submitted = { submitted: true } as const;

/** Every state a person can be in, and the one page it confines them to, or the pages that are open. */
const states: Record<string, { who: Subject | null; home: string; open?: string[] }> = {
  "a visitor": { who: null, home: "/login" },
  "no role": { who: subject({}), home: "/choose-profile" },
  "no role, approved all the same": {
    who: subject({ ...approved, submitted: false }),
    home: "/choose-profile",
  },
  "no role, rejected all the same": { who: subject({ status: "rejected" }), home: "/choose-profile" },
  "an investor without a type": { who: subject({ role: "investor" }), home: "/investor-type" },
  "an investor without a type, approved": {
    who: subject({ role: "investor", ...approved }),
    home: "/investor-type",
  },
  "a personal investor, new": { who: subject(personal), home: "/investor-verification" },
  "a personal investor, submitted": {
    who: subject({ ...personal, ...submitted }),
    home: "/verification-success",
  },
  "a personal investor, rejected": {
    who: subject({ ...personal, ...rejected }),
    home: "/investor-verification",
  },
  "a corporate investor, new": { who: subject(corporate), home: "/corporate-verification" },
  "a corporate investor, submitted": {
    who: subject({ ...corporate, ...submitted }),
    home: "/verification-success",
  },
  "a corporate investor, rejected": {
    who: subject({ ...corporate, ...rejected }),
    home: "/corporate-verification",
  },
  "a startup, new": { who: subject(startup), home: "/apply-for-funding" },
  "a startup, submitted": { who: subject({ ...startup, ...submitted }), home: "/verification-success" },
  "a startup, rejected": { who: subject({ ...startup, ...rejected }), home: "/apply-for-funding" },
  "a startup, rejected without a submission": {
    who: subject({ ...startup, status: "rejected" }),
    home: "/apply-for-funding",
  },
  "a personal investor, approved": {
    who: subject({ ...personal, ...approved }),
    home: "/dashboard",
    open: [
      "/dashboard",
      "/dashboard/investments",
      "/dashboard/transactions",
      "/dashboard/documents",
      "/dashboard/settings",
      "/profile",
    ],
  },
  "a corporate investor, approved": {
    who: subject({ ...corporate, ...approved }),
    home: "/dashboard",
    open: [
      "/dashboard",
      "/dashboard/investments",
      "/dashboard/transactions",
      "/dashboard/documents",
      "/dashboard/settings",
      "/profile",
    ],
  },
  "a startup, approved": {
    who: subject({ ...startup, ...approved }),
    home: "/dashboard",
    open: [
      "/dashboard",
      "/dashboard/applications",
      "/dashboard/documents",
      "/dashboard/settings",
      "/profile",
    ],
  },
  "a startup, verified by the flag alone": {
    who: subject({ ...startup, isVerified: true }),
    home: "/dashboard",
    open: [
      "/dashboard",
      "/dashboard/applications",
      "/dashboard/documents",
      "/dashboard/settings",
      "/profile",
    ],
  },
  "an administrator": {
    who: subject({ role: "admin" }),
    home: "/admin",
    open: [
      "/admin",
      "/admin/verification",
      "/admin/verification/[userId]",
      "/admin/users",
      "/admin/carousel",
      "/profile",
    ],
  },
  "an administrator who owes two-step sign-in": {
    who: subject({ role: "admin", twoStepSetupRequired: true }),
    home: "/profile",
  },
  "a super administrator who owes two-step sign-in": {
    who: subject({ role: "admin", isSuper: true, twoStepSetupRequired: true }),
    home: "/profile",
  },
  "a super administrator": {
    who: subject({ role: "admin", isSuper: true }),
    home: "/admin",
    open: [
      "/admin",
      "/admin/verification",
      "/admin/verification/[userId]",
      "/admin/users",
      "/admin/carousel",
      "/admin/sub-admins",
      "/profile",
    ],
  },
};

const pathOf = (pattern: string) => pattern.replace(/\[\w+\]/g, "0190-some-id");
const publicPages = ["/", "/about", "/asset-financing", "/plans", "/plans/[planId]", "/team", "/contact", "/privacy", "/terms", "/forgot-password", "/verify-email", "/reset-password", "/dev/outbox"]; // prettier-ignore

describe("the guard, every page for every state of a person (product 2.2, product 10.4)", () => {
  for (const [name, { who, home, open = [home] }] of Object.entries(states)) {
    describe(name, () => {
      for (const { pattern } of routes) {
        it(pattern, () => {
          const page = pathOf(pattern);
          const decision = checkAccess(who, page, `${page}?a=1`);
          const guest = pattern === "/login" || pattern === "/register";
          if (publicPages.includes(pattern) || (guest && !who)) expect(decision).toEqual({ allow: true });
          else if (!who)
            expect(decision).toEqual({
              allow: false,
              to: `/login?callbackUrl=${encodeURIComponent(`${page}?a=1`)}`,
            });
          else if (open.includes(pattern) && !guest) expect(decision).toEqual({ allow: true });
          else {
            // Non-admins under /admin are sent by rule 4; from there the next rule takes them home.
            const underAdmin = pattern.startsWith("/admin") && who.role !== "admin";
            const to = underAdmin ? (who.role === "none" ? "/choose-profile" : "/dashboard") : home;
            expect(decision).toEqual({ allow: false, to });
          }
        });
      }

      it("comes to rest: following the guard from anywhere ends on a page that is allowed", () => {
        for (const { pattern } of routes) {
          let at = pathOf(pattern);
          for (let hop = 0; hop < 4; hop += 1) {
            const decision = checkAccess(who, at.split("?")[0]!, at);
            if (decision.allow) break;
            at = decision.to;
          }
          expect(checkAccess(who, at.split("?")[0]!, at)).toEqual({ allow: true });
        }
      });

      if (who)
        it("lands where it may be", () =>
          expect(checkAccess(who, defaultPathFor(who))).toEqual({ allow: true }));
    });
  }
});

describe("paths the table does not have", () => {
  it("stay open to answer 404, but not below /admin and /dashboard", () => {
    for (const path of ["/nothing", "/x/admin/users", "/x/dashboard/y", "/administrators", "/dashboards"])
      expect([path, checkAccess(null, path)]).toEqual([path, { allow: true }]);
    expect(checkAccess(null, "/admin/nothing").allow).toBe(false);
    expect(checkAccess(subject({ ...startup, ...approved }), "/admin/nothing")).toEqual({
      allow: false,
      to: "/dashboard",
    });
    expect(checkAccess(subject({}), "/dashboard/nothing")).toEqual({ allow: false, to: "/choose-profile" });
    expect(checkAccess(subject({ role: "admin" }), "/admin/nothing")).toEqual({ allow: true });
    expect(checkAccess(subject({ role: "admin", twoStepSetupRequired: true }), "/admin/nothing").allow).toBe(
      false,
    );
  });
});

describe("menuFor (product 2.9)", () => {
  const labels = (who: Subject) => menuFor(who).map((item) => item.label);
  it("gives each role the menu of product 2.9", () => {
    const admin = ["Dashboard", "Verification", "Manage Users", "Manage Carousel"];
    expect(labels(subject({ role: "admin" }))).toEqual(admin);
    expect(labels(subject({ role: "admin", isSuper: true }))).toEqual([...admin, "Manage SubAdmins"]);
    expect(labels(subject({ role: "admin", isSuper: true, twoStepSetupRequired: true }))).toEqual([]);
    expect(labels(subject({ ...personal, ...approved }))).toEqual([
      "Dashboard",
      "Investments",
      "Transactions",
      "Documents",
      "Settings",
    ]);
    expect(labels(subject({ ...startup, ...approved }))).toEqual([
      "Dashboard",
      "Applications",
      "Documents",
      "Settings",
    ]);
    expect(labels(subject(startup))).toEqual([]);
  });
});

describe("safeReturn (threat 31)", () => {
  it("takes paths of this site", () => {
    const longest = `/${"a".repeat(1_999)}`;
    for (const path of [
      "/dashboard",
      "/admin/users?page=2&q=a%20b",
      "/plans/x#top",
      "/apis",
      "/x/api/y",
      "/x//",
      longest,
    ])
      expect(safeReturnPath(path)).toBe(path);
    expect(safeReturnPath(`${longest}a`)).toBeNull();
  });
  it("refuses everything that leads elsewhere", () => {
    const hostile = [
      "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "/\n/evil.example",
      "https://evil.example", "http:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example", " /dashboard",
      "", "/./\\evil.example", "/..//evil.example", "/%0d%0aSet-Cookie:x=1\r\n", "/\u0000", "/api/auth/logout", "/a/..//evil.example",
      "?next=//evil", "#x", "/".concat("a".repeat(3000)), "mailto:a@b.c", "//user@evil.example", "/\u007f",
      "//", "/api", "/api?x", "/api/",
    ]; // prettier-ignore
    for (const value of hostile) expect([value, safeReturnPath(value)]).toEqual([value, null]);
    expect(safeReturnPath(null)).toBeNull();
  });
});

describe("the table is the product", () => {
  const pages = (readdirSync("app", { recursive: true }) as string[])
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${path.dirname(file)}`.replace(/\/\([^)]+\)/g, "").replace(/\/\.$/, "") || "/");

  it("is the table of product 2.1, 2.2 and 2.9", () => {
    const both = ["investor", "startup"];
    const entry = (label: string, icon: string) => ({ label, icon });
    expect(routes).toEqual([
      ...[
        "/",
        "/about",
        "/asset-financing",
        "/plans",
        "/plans/[planId]",
        "/team",
        "/contact",
        "/privacy",
        "/terms",
      ].map((pattern) => ({ pattern, access: "public" })),
      { pattern: "/login", access: "guest" },
      { pattern: "/register", access: "guest" },
      ...["/forgot-password", "/verify-email", "/reset-password", "/dev/outbox"].map((pattern) => ({
        pattern,
        access: "public",
      })),
      { pattern: "/choose-profile", access: "step" },
      { pattern: "/investor-type", access: "step" },
      { pattern: "/corporate-verification", access: "step" },
      { pattern: "/investor-verification", access: "step", roles: ["investor"] },
      { pattern: "/apply-for-funding", access: "step", roles: ["startup"] },
      { pattern: "/verification-success", access: "step", roles: both },
      { pattern: "/dashboard", access: "member", roles: both, menu: entry("Dashboard", "dashboard") },
      {
        pattern: "/dashboard/investments",
        access: "member",
        roles: ["investor"],
        menu: entry("Investments", "investments"),
      },
      {
        pattern: "/dashboard/transactions",
        access: "member",
        roles: ["investor"],
        menu: entry("Transactions", "transactions"),
      },
      {
        pattern: "/dashboard/applications",
        access: "member",
        roles: ["startup"],
        menu: entry("Applications", "applications"),
      },
      {
        pattern: "/dashboard/documents",
        access: "member",
        roles: both,
        menu: entry("Documents", "documents"),
      },
      { pattern: "/dashboard/settings", access: "member", roles: both, menu: entry("Settings", "settings") },
      { pattern: "/profile", access: "account", roles: ["investor", "startup", "admin"] },
      { pattern: "/admin", access: "admin", menu: entry("Dashboard", "dashboard") },
      { pattern: "/admin/verification", access: "admin", menu: entry("Verification", "verification") },
      { pattern: "/admin/verification/[userId]", access: "admin" },
      { pattern: "/admin/users", access: "admin", menu: entry("Manage Users", "users") },
      { pattern: "/admin/carousel", access: "admin", menu: entry("Manage Carousel", "carousel") },
      { pattern: "/admin/sub-admins", access: "super", menu: entry("Manage SubAdmins", "admins") },
    ]);
  });

  it("lists every page under app", () => {
    for (const page of pages) expect(routes.map((route) => route.pattern)).toContain(page);
  });

  it("the middleware's matcher covers every page that is not public, and nothing under /api", () => {
    const source = readFileSync("middleware.ts", "utf8");
    const matcher = [...source.slice(source.indexOf("matcher:")).matchAll(/"(\/[^"]*)"/g)].map(
      ([, pattern]) => pattern!,
    );
    const matches = (page: string) =>
      matcher.some((pattern) => new RegExp(`^${pattern.replace(/\/:path\*/, "(?:/.*)?")}$`).test(page));
    for (const { pattern, access } of routes) {
      expect([pattern, matches(pathOf(pattern))]).toEqual([pattern, access !== "public"]);
    }
    expect(matches("/api/auth/me")).toBe(false);
  });

  it("matches paths with and without a trailing slash", () => {
    expect(matchRoute("/dashboard/")?.pattern).toBe("/dashboard");
    expect(matchRoute("/dashboard///")?.pattern).toBe("/dashboard");
    expect(matchRoute("/")?.pattern).toBe("/");
    expect(matchRoute("")).toBeNull();
  });

  it("takes anything but a slash for a variable segment", () => {
    for (const plan of ["a", "agriculture-growth", "[planId]", "%20"])
      expect(matchRoute(`/plans/${plan}`)?.pattern).toBe("/plans/[planId]");
    expect(matchRoute("/plans/a/b")).toBeNull();
    expect(matchRoute("/x/plans/a")).toBeNull();
  });
});
