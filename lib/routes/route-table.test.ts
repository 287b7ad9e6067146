import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { matchRoute, routes } from "./policy";

describe("the route table", () => {
  const pages = (readdirSync("app", { recursive: true }) as string[])
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${path.dirname(file)}`.replace(/\/\([^)]+\)/g, "").replace(/\/\.$/, "") || "/");

  it("matches product 2.1, 2.2 and 2.9", () => {
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
        "/forgot-password",
        "/verify-email",
        "/reset-password",
        "/stop-download",
        "/guardian",
        "/dev/outbox",
      ].map((pattern) => ({ pattern, access: "public" })),
      { pattern: "/login", access: "guest" },
      { pattern: "/register", access: "guest" },
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
      { pattern: "/dashboard/investments/new", access: "member", roles: ["investor"] },
      { pattern: "/dashboard/investments/[id]", access: "member", roles: ["investor"] },
      {
        pattern: "/dashboard/transactions",
        access: "member",
        roles: ["investor"],
        menu: entry("Transactions", "transactions"),
      },
      { pattern: "/dashboard/transactions/statement", access: "member", roles: ["investor"] },
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
      { pattern: "/due-diligence", access: "member", roles: both },
      { pattern: "/profile", access: "account", roles: ["investor", "startup", "admin"] },
      { pattern: "/account/security", access: "security" },
      { pattern: "/admin", access: "cases.read", menu: entry("Dashboard", "dashboard") },
      { pattern: "/admin/verification", access: "cases.read", menu: entry("Verification", "verification") },
      { pattern: "/admin/verification/[userId]", access: "cases.read" },
      { pattern: "/admin/verification/[userId]/compare/[otherId]", access: "cases.read" },
      { pattern: "/admin/holidays", access: "cases.read" },
      { pattern: "/admin/users", access: "cases.read", menu: entry("Manage Users", "users") },
      { pattern: "/admin/carousel", access: "site.read", menu: entry("Manage Carousel", "carousel") },
      { pattern: "/admin/alerts", access: "compliance.read", menu: entry("Alerts", "alerts") },
      { pattern: "/admin/due-diligence", access: "cases.read", menu: entry("Due diligence", "dueDiligence") },
      { pattern: "/admin/due-diligence/[id]", access: "cases.read" },
      { pattern: "/admin/review-dates", access: "cases.read", menu: entry("Review dates", "review-dates") },
      { pattern: "/admin/suspicions", access: "suspicions.decide", menu: entry("Suspicions", "suspicions") },
      { pattern: "/admin/sub-admins", access: "super", menu: entry("Manage SubAdmins", "admins") },
      { pattern: "/admin/approvals", access: "approvals.read", menu: entry("Approvals", "approvals") },
      { pattern: "/admin/watchlists", access: "watchlists.read", menu: entry("Watchlists", "watchlists") },
      { pattern: "/admin/api-keys", access: "super", menu: entry("API keys", "apiKeys") },
      { pattern: "/admin/webhooks", access: "super", menu: entry("Webhooks", "webhooks") },
      { pattern: "/admin/webhooks/[id]", access: "super" },
      { pattern: "/admin/audit", access: "audit.read", menu: entry("Audit", "audit") },
      {
        pattern: "/admin/plans",
        access: "money.read",
        menu: { ...entry("Plans", "plans"), group: "Money" },
      },
      { pattern: "/admin/plans/new", access: "money.act" },
      { pattern: "/admin/plans/[planId]", access: "money.read" },
      {
        pattern: "/admin/investments",
        access: "money.read",
        menu: { ...entry("Investments", "investments"), group: "Money" },
      },
      {
        pattern: "/admin/payments",
        access: "money.read",
        menu: { ...entry("Payments", "payments"), group: "Money" },
      },
      { pattern: "/admin/payments/rules", access: "money.read" },
      { pattern: "/admin/bank-accounts", access: "money.read" },
      { pattern: "/admin/bank-accounts/[id]", access: "money.read" },
      {
        pattern: "/admin/payouts",
        access: "money.read",
        menu: { ...entry("Payouts", "payouts"), group: "Money" },
      },
      { pattern: "/admin/payouts/[id]", access: "money.read" },
      { pattern: "/admin/investments/[id]", access: "money.read" },
      {
        pattern: "/admin/ledger",
        access: "money.read",
        menu: { ...entry("Ledger", "ledger"), group: "Money" },
      },
      { pattern: "/admin/ledger/[account]", access: "money.read" },
      { pattern: "/admin/acts", access: "money.read", menu: { ...entry("Acts", "acts"), group: "Money" } },
    ]);
  });

  it("lists every page under app", () => {
    for (const page of pages) expect(routes.map((route) => route.pattern)).toContain(page);
  });

  it("equals the middleware's matcher: every page that is not public, and nothing under /api", () => {
    const source = readFileSync("middleware.ts", "utf8");
    const matcher = [...source.slice(source.indexOf("matcher:")).matchAll(/"(\/[^"]*)"/g)].map(
      ([, pattern]) => pattern!,
    );
    const matches = (page: string) =>
      matcher.some((pattern) => new RegExp(`^${pattern.replace(/\/:path\*/, "(?:/.*)?")}$`).test(page));
    for (const { pattern, access } of routes) {
      expect([pattern, matches(pattern.replace(/\[\w+\]/g, "0190-some-id"))]).toEqual([
        pattern,
        access !== "public",
      ]);
    }
    expect(matches("/api/auth/me")).toBe(false);
  });

  it("matches paths with and without a trailing slash", () => {
    expect(matchRoute("/dashboard/")?.pattern).toBe("/dashboard");
    expect(matchRoute("/dashboard///")?.pattern).toBe("/dashboard");
    expect(matchRoute("/")?.pattern).toBe("/");
    expect(matchRoute("")).toBeNull();
  });

  it("accepts anything but a slash for a variable segment", () => {
    for (const plan of ["a", "agriculture-growth", "[planId]", "%20"])
      expect(matchRoute(`/plans/${plan}`)?.pattern).toBe("/plans/[planId]");
    expect(matchRoute("/plans/a/b")).toBeNull();
    expect(matchRoute("/x/plans/a")).toBeNull();
  });
});
