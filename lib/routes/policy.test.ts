import { describe, expect, it } from "vitest";
import { checkAccess, defaultPathFor, menuFor, routes, type Subject } from "./policy";

const subject = (changes: Partial<Subject>): Subject => ({
  role: "none",
  isSuper: false,
  duty: "administrator",
  investorType: "none",
  isVerified: false,
  isRenewing: false,
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

/** Every state of an account with its default page, and the open pages if there are several. */
const desk = [
  "/admin",
  "/admin/verification",
  "/admin/verification/[userId]",
  "/admin/verification/[userId]/compare/[otherId]",
  "/admin/due-diligence",
  "/admin/due-diligence/[id]",
  "/admin/review-dates",
  "/admin/holidays",
  "/admin/users",
];
const money = [
  "/admin/plans",
  "/admin/plans/[planId]",
  "/admin/investments",
  "/admin/payments",
  "/admin/payments/rules",
  "/admin/bank-accounts",
  "/admin/bank-accounts/[id]",
  "/admin/investments/[id]",
  "/admin/payouts",
  "/admin/payouts/[id]",
  "/admin/ledger",
  "/admin/ledger/[account]",
  "/admin/acts",
];

const states: Record<string, { who: Subject | null; home: string; open?: string[] }> = {
  "a visitor": { who: null, home: "/login" },
  "no role": { who: subject({}), home: "/choose-profile" },
  "no role, approved": {
    who: subject({ ...approved, submitted: false }),
    home: "/choose-profile",
  },
  "no role, rejected": { who: subject({ status: "rejected" }), home: "/choose-profile" },
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
      "/dashboard/investments/new",
      "/dashboard/investments/[id]",
      "/dashboard/transactions",
      "/dashboard/transactions/statement",
      "/dashboard/documents",
      "/dashboard/settings",
      "/due-diligence",
      "/profile",
    ],
  },
  "a corporate investor, approved": {
    who: subject({ ...corporate, ...approved }),
    home: "/dashboard",
    open: [
      "/dashboard",
      "/dashboard/investments",
      "/dashboard/investments/new",
      "/dashboard/investments/[id]",
      "/dashboard/transactions",
      "/dashboard/transactions/statement",
      "/dashboard/documents",
      "/dashboard/settings",
      "/due-diligence",
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
      "/due-diligence",
      "/profile",
    ],
  },
  "a startup, verified only by the flag": {
    who: subject({ ...startup, isVerified: true }),
    home: "/dashboard",
    open: [
      "/dashboard",
      "/dashboard/applications",
      "/dashboard/documents",
      "/dashboard/settings",
      "/due-diligence",
      "/profile",
    ],
  },
  "a startup that renews its verification": {
    who: subject({ ...startup, isVerified: true, isRenewing: true, status: "rejected", submitted: true }),
    home: "/dashboard",
    open: [
      "/due-diligence",
      "/apply-for-funding",
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
      "/admin/verification/[userId]/compare/[otherId]",
      "/admin/alerts",
      "/admin/due-diligence",
      "/admin/due-diligence/[id]",
      "/admin/review-dates",
      "/admin/holidays",
      "/admin/users",
      "/admin/carousel",
      "/admin/plans",
      "/admin/plans/new",
      "/admin/plans/[planId]",
      "/admin/investments",
      "/admin/payments",
      "/admin/payments/rules",
      "/admin/bank-accounts",
      "/admin/bank-accounts/[id]",
      "/admin/investments/[id]",
      "/admin/payouts",
      "/admin/payouts/[id]",
      "/admin/ledger",
      "/admin/ledger/[account]",
      "/admin/acts",
      "/profile",
    ],
  },
  "an administrator without the required two-step login": {
    who: subject({ role: "admin", twoStepSetupRequired: true }),
    home: "/profile",
  },
  "a super administrator without the required two-step login": {
    who: subject({ role: "admin", isSuper: true, twoStepSetupRequired: true }),
    home: "/profile",
  },
  "a reviewer": {
    who: subject({ role: "admin", duty: "reviewer" }),
    home: "/admin",
    open: [...desk, "/profile"],
  },
  "an administrator for finance": {
    who: subject({ role: "admin", duty: "finance" }),
    home: "/admin",
    open: [...desk, "/admin/approvals", ...money, "/admin/plans/new", "/profile"],
  },
  "an auditor": {
    who: subject({ role: "admin", duty: "auditor" }),
    home: "/admin",
    open: [
      ...desk,
      "/admin/carousel",
      "/admin/alerts",
      "/admin/review-dates",
      "/admin/approvals",
      "/admin/watchlists",
      "/admin/audit",
      ...money,
      "/profile",
    ],
  },
  "a super administrator": {
    who: subject({ role: "admin", isSuper: true }),
    home: "/admin",
    open: [
      "/admin",
      "/admin/verification",
      "/admin/verification/[userId]",
      "/admin/verification/[userId]/compare/[otherId]",
      "/admin/alerts",
      "/admin/due-diligence",
      "/admin/due-diligence/[id]",
      "/admin/review-dates",
      "/admin/suspicions",
      "/admin/holidays",
      "/admin/users",
      "/admin/carousel",
      "/admin/sub-admins",
      "/admin/approvals",
      "/admin/watchlists",
      "/admin/api-keys",
      "/admin/webhooks",
      "/admin/webhooks/[id]",
      "/admin/audit",
      "/admin/plans",
      "/admin/plans/new",
      "/admin/plans/[planId]",
      "/admin/investments",
      "/admin/payments",
      "/admin/payments/rules",
      "/admin/bank-accounts",
      "/admin/bank-accounts/[id]",
      "/admin/investments/[id]",
      "/admin/payouts",
      "/admin/payouts/[id]",
      "/admin/ledger",
      "/admin/ledger/[account]",
      "/admin/acts",
      "/profile",
    ],
  },
};

const pathOf = (pattern: string) => pattern.replace(/\[\w+\]/g, "0190-some-id");
const publicPages = ["/", "/about", "/asset-financing", "/plans", "/plans/[planId]", "/team", "/contact", "/privacy", "/terms", "/forgot-password", "/verify-email", "/reset-password", "/stop-download", "/guardian", "/dev/outbox"]; // oxfmt-ignore

describe("the guard, every page for every state of an account (product 2.2, product 10.4)", () => {
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
          else if (pattern === "/account/security") expect(decision).toEqual({ allow: true });
          else if (open.includes(pattern) && !guest) expect(decision).toEqual({ allow: true });
          else {
            // Rule 4 redirects other roles from /admin; the next rule redirects from there.
            const underAdmin = pattern.startsWith("/admin") && who.role !== "admin";
            const to = underAdmin ? (who.role === "none" ? "/choose-profile" : "/dashboard") : home;
            expect(decision).toEqual({ allow: false, to });
          }
        });
      }

      it("redirects from every page to an allowed one, without a loop", () => {
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
        it("has an allowed default page", () =>
          expect(checkAccess(who, defaultPathFor(who))).toEqual({ allow: true }));
    });
  }
});

describe("paths outside the route table", () => {
  it("are allowed, so that they return 404, except below /admin and /dashboard", () => {
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
  it("contains the entries of product 2.9 for each role", () => {
    const admin = [
      "Dashboard",
      "Verification",
      "Manage Users",
      "Manage Carousel",
      "Alerts",
      "Due diligence",
      "Review dates",
    ];
    const money = ["Plans", "Investments", "Payments", "Payouts", "Ledger", "Acts"];
    expect(labels(subject({ role: "admin" }))).toEqual([...admin, ...money]);
    expect(labels(subject({ role: "admin", isSuper: true }))).toEqual([
      ...admin,
      "Suspicions",
      "Manage SubAdmins",
      "Approvals",
      "Watchlists",
      "API keys",
      "Webhooks",
      "Audit",
      ...money,
    ]);
    expect(labels(subject({ role: "admin", duty: "compliance" }))).toEqual([
      "Dashboard",
      "Verification",
      "Manage Users",
      "Alerts",
      "Due diligence",
      "Review dates",
      "Suspicions",
      "Watchlists",
      ...money,
    ]);
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
