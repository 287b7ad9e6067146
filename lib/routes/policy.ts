/**
 * The table of pages and the route guard (product 2.1, 2.2, 10.4), used by the middleware, each page and the menus. Pure: no database, no
 * cookies.
 */
// The import includes the file extension, because the server loads this file directly (server/main.ts).
import { can, isBackOffice, type Right, type RightsHolder } from "../rights.ts";
import type { InvestorType, Role, VerificationStatus } from "../roles.ts";
import { requiredForm, submissionBlocker } from "../submission-rules.ts";
import { paths } from "./paths.ts";

/** The properties of a user that determine access. */
export interface Subject extends RightsHolder {
  investorType: InvestorType;
  /** Whether the user is approved for the current role and type, or renews this verification. */
  isVerified: boolean;
  /** Whether the user renews an approved verification: the form, or the page after it, is open too. */
  isRenewing: boolean;
  status: VerificationStatus;
  /** Whether a complete submission exists for the current role and type. */
  submitted: boolean;
  /** Whether the user is an administrator who must set up two-step login first. */
  twoStepSetupRequired: boolean;
}

/**
 * - public: all clients
 * - guest: visitors; signed-in users are redirected to their default page
 * - step: a step towards verification; depends on the user's state
 * - member: verified investors or startups of `roles`
 * - account: /profile
 * - security: /account/security, open to users in every state
 * - a right or super: the back office (lib/rights.ts)
 */
export type Access = "public" | "guest" | "step" | "member" | "account" | "security" | Right | "super";

export interface PageRoute {
  /** The path, with `[name]` for a variable segment. */
  pattern: string;
  access: Access;
  roles?: readonly Exclude<Role, "none">[];
  /** Set if the page is listed in a menu; `icon` is a name that the layout maps to an icon. Entries of a group come last. */
  menu?: MenuEntry;
}

export interface MenuEntry {
  label: string;
  icon: MenuIcon;
  group?: "Money";
}

export type MenuIcon =
  | "dashboard"
  | "verification"
  | "users"
  | "carousel"
  | "plans"
  | "admins"
  | "approvals"
  | "watchlists"
  | "alerts"
  | "dueDiligence"
  | "review-dates"
  | "suspicions"
  | "audit"
  | "apiKeys"
  | "webhooks"
  | "investments"
  | "payments"
  | "payouts"
  | "ledger"
  | "acts"
  | "transactions"
  | "documents"
  | "applications"
  | "settings";

/** A page of the members of some roles, by its path below /dashboard. */
const member = (path: string, roles: NonNullable<PageRoute["roles"]>, menu?: MenuEntry): PageRoute => ({
  pattern: `/dashboard${path}`,
  access: "member",
  roles,
  ...(menu && { menu }),
});

/** A page of the back office, by its path below /admin. */
const backOffice = (path: string, access: Right | "super", menu?: MenuEntry): PageRoute => ({
  pattern: `/admin${path}`,
  access,
  ...(menu && { menu }),
});

const publicPages = [
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
  // The outbox exists only in demo mode; in production it responds with 404.
  "/dev/outbox",
];

export const routes: readonly PageRoute[] = [
  ...publicPages.map((pattern): PageRoute => ({ pattern, access: "public" })),
  { pattern: "/login", access: "guest" },
  { pattern: "/register", access: "guest" },

  { pattern: "/choose-profile", access: "step" },
  { pattern: "/investor-type", access: "step" },
  { pattern: "/corporate-verification", access: "step" },
  { pattern: "/investor-verification", access: "step", roles: ["investor"] },
  { pattern: "/apply-for-funding", access: "step", roles: ["startup"] },
  { pattern: "/verification-success", access: "step", roles: ["investor", "startup"] },

  member("", ["investor", "startup"], { label: "Dashboard", icon: "dashboard" }),
  member("/investments", ["investor"], { label: "Investments", icon: "investments" }),
  member("/investments/new", ["investor"]),
  member("/investments/[id]", ["investor"]),
  member("/transactions", ["investor"], { label: "Transactions", icon: "transactions" }),
  member("/transactions/statement", ["investor"]),
  member("/applications", ["startup"], { label: "Applications", icon: "applications" }),
  member("/documents", ["investor", "startup"], { label: "Documents", icon: "documents" }),
  member("/settings", ["investor", "startup"], { label: "Settings", icon: "settings" }),
  { pattern: "/due-diligence", access: "member", roles: ["investor", "startup"] },
  { pattern: "/profile", access: "account", roles: ["investor", "startup", "admin"] },
  { pattern: "/account/security", access: "security" },

  backOffice("", "cases.read", { label: "Dashboard", icon: "dashboard" }),
  backOffice("/verification", "cases.read", { label: "Verification", icon: "verification" }),
  backOffice("/verification/[userId]", "cases.read"),
  backOffice("/verification/[userId]/compare/[otherId]", "cases.read"),
  backOffice("/holidays", "cases.read"),
  backOffice("/users", "cases.read", { label: "Manage Users", icon: "users" }),
  backOffice("/carousel", "site.read", { label: "Manage Carousel", icon: "carousel" }),
  backOffice("/alerts", "compliance.read", { label: "Alerts", icon: "alerts" }),
  backOffice("/due-diligence", "cases.read", { label: "Due diligence", icon: "dueDiligence" }),
  backOffice("/due-diligence/[id]", "cases.read"),
  backOffice("/review-dates", "cases.read", { label: "Review dates", icon: "review-dates" }),
  backOffice("/suspicions", "suspicions.decide", { label: "Suspicions", icon: "suspicions" }),
  backOffice("/sub-admins", "super", { label: "Manage SubAdmins", icon: "admins" }),
  backOffice("/approvals", "approvals.read", { label: "Approvals", icon: "approvals" }),
  backOffice("/watchlists", "watchlists.read", { label: "Watchlists", icon: "watchlists" }),
  backOffice("/api-keys", "super", { label: "API keys", icon: "apiKeys" }),
  backOffice("/webhooks", "super", { label: "Webhooks", icon: "webhooks" }),
  backOffice("/webhooks/[id]", "super"),
  backOffice("/audit", "audit.read", { label: "Audit", icon: "audit" }),
  backOffice("/plans", "money.read", { label: "Plans", icon: "plans", group: "Money" }),
  backOffice("/plans/new", "money.act"),
  backOffice("/plans/[planId]", "money.read"),
  backOffice("/investments", "money.read", { label: "Investments", icon: "investments", group: "Money" }),
  backOffice("/payments", "money.read", { label: "Payments", icon: "payments", group: "Money" }),
  backOffice("/payments/rules", "money.read"),
  backOffice("/bank-accounts", "money.read"),
  backOffice("/bank-accounts/[id]", "money.read"),
  backOffice("/payouts", "money.read", { label: "Payouts", icon: "payouts", group: "Money" }),
  backOffice("/payouts/[id]", "money.read"),
  backOffice("/investments/[id]", "money.read"),
  backOffice("/ledger", "money.read", { label: "Ledger", icon: "ledger", group: "Money" }),
  backOffice("/ledger/[account]", "money.read"),
  backOffice("/acts", "money.read", { label: "Acts", icon: "acts", group: "Money" }),
];

const matchers = routes.map((route) => ({
  route,
  regexp: new RegExp(`^${route.pattern.replace(/\[[^\]]+\]/g, "[^/]+").replace(/\//g, "\\/")}$`),
}));

/** Returns the route of a path, or null if there is none (404). */
export function matchRoute(pathname: string): PageRoute | null {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  return matchers.find(({ regexp }) => regexp.test(path))?.route ?? null;
}

/** Unknown paths below these inherit their access. */
const roots = ["/admin", "/dashboard"];

function rulingRoute(pathname: string): PageRoute | null {
  const root = roots.find((path) => pathname.startsWith(`${path}/`));
  return matchRoute(pathname) ?? (root ? matchRoute(root) : null);
}

export type Decision = { allow: true } | { allow: false; to: string };

const allow: Decision = { allow: true };
const go = (to: string): Decision => ({ allow: false, to });

/** Returns a user's default page, after login and after denied access. */
export function defaultPathFor(subject: Subject): string {
  if (subject.role === "admin") return subject.twoStepSetupRequired ? paths.profile() : paths.admin();
  if (subject.role === "none") return paths.chooseProfile();
  const form = requiredForm(subject);
  if (!form) return paths.investorType();
  if (subject.isVerified) return paths.dashboard();
  return submissionBlocker(subject) ? paths.verificationSuccess() : form.path;
}

/**
 * Returns whether a user may open a page. The numbers refer to the rules of product 10.4. `location` is the path with its query, used as
 * the return path after login. Unknown paths are allowed (they respond with 404), except below /admin and /dashboard.
 */
export function checkAccess(
  subject: Subject | null,
  pathname: string,
  location: string = pathname,
): Decision {
  const route = rulingRoute(pathname);
  if (!route || route.access === "public") return allow; // 1
  const { access, pattern, roles } = route;
  if (access === "guest") return subject ? go(defaultPathFor(subject)) : allow; // 1
  if (!subject) return go(paths.login({ callbackUrl: location })); // 2
  if (access === "security") return allow; // 3

  if (subject.role === "admin") {
    if (subject.twoStepSetupRequired) return access === "account" ? allow : go(paths.profile());
    const isAllowed = access === "account" || (isBackOffice(access) && can(subject, access));
    return isAllowed ? allow : go(paths.admin()); // 3
  }
  if (isBackOffice(access)) {
    return go(subject.role === "none" ? paths.chooseProfile() : paths.dashboard()); // 4
  }

  const only = (path: string): Decision => (pattern === path ? allow : go(path));

  if (subject.role === "none") return only(paths.chooseProfile()); // 5
  if (subject.role === "investor" && subject.investorType === "none") return only(paths.investorType()); // 6
  if (subject.isVerified) {
    if (access === "step") {
      const isStep = subject.isRenewing && pattern === defaultPathFor({ ...subject, isVerified: false });
      return isStep ? allow : go(paths.dashboard()); // 7
    }
    return !roles || roles.includes(subject.role) ? allow : go(paths.dashboard());
  }
  return only(defaultPathFor(subject)); // 8, 9, 10
}

/** Returns the menu of a user (product 2.9). It is empty until the verification steps are complete (rules 5-10). */
export function menuFor(subject: Subject): (MenuEntry & { href: string })[] {
  return routes.flatMap((route) =>
    route.menu && checkAccess(subject, route.pattern).allow ? [{ href: route.pattern, ...route.menu }] : [],
  );
}

/**
 * Returns the location if it is a path of this site, otherwise null. Rejects `//host`, `/\host`, other schemes, control characters and
 * anything that a URL parser resolves to another host (threat 31).
 */
export function safeReturnPath(location: string | null | undefined): string | null {
  if (!location || location.length > 2000 || !location.startsWith("/")) return null;
  if (/[\u0000-\u001f\u007f\\]/.test(location)) return null;
  const base = "http://own.invalid";
  try {
    const url = new URL(location, base);
    if (url.origin !== base || url.pathname.startsWith("//")) return null;
    if (/^\/api(?:\/|$)/.test(url.pathname)) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}
