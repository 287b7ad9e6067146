/**
 * product 2.1 and 2.2, settled by product 10.4: ONE table of pages and ONE pure function that says where a person may be.
 * It feeds the middleware, every page's own check and the menus. Nothing here reads a database or a cookie.
 */
// With its ending, because the server reads this file as it stands (server/main.ts).
import type { InvestorType, Role, VerificationStatus } from "../roles.ts";
import { requiredForm, submissionBlocker } from "../verification/policy.ts";
import { paths } from "./paths.ts";

/** Everything the guard needs to know of a signed-in person. */
export interface Subject {
  role: Role;
  isSuper: boolean;
  investorType: InvestorType;
  /** Approved for what the present role and type require, or the isVerified flag. */
  isVerified: boolean;
  status: VerificationStatus;
  /** Something complete was submitted for the present role and type. */
  submitted: boolean;
  /** An administrator who is obliged to two-step sign-in and has not switched it on. */
  twoStepSetupRequired: boolean;
}

/**
 * - public: everybody; a signed-in person too
 * - guest: everybody, but a signed-in person is sent where they belong
 * - step: a station of the way to verification; decided by the state of the person
 * - member: verified investors or startups of `roles`
 * - account: /profile
 * - admin, super: the back office
 */
export type Access = "public" | "guest" | "step" | "member" | "account" | "admin" | "super";

export interface PageRoute {
  /** Path with `[name]` for a variable segment. */
  pattern: string;
  access: Access;
  roles?: readonly Exclude<Role, "none">[];
  /** Present when the page stands in a menu; `icon` is a name the layout knows. */
  menu?: { label: string; icon: MenuIcon };
}

export type MenuIcon =
  | "dashboard"
  | "verification"
  | "users"
  | "carousel"
  | "admins"
  | "investments"
  | "transactions"
  | "documents"
  | "applications"
  | "settings";

export const routes: readonly PageRoute[] = [
  { pattern: "/", access: "public" },
  { pattern: "/about", access: "public" },
  { pattern: "/asset-financing", access: "public" },
  { pattern: "/plans", access: "public" },
  { pattern: "/plans/[planId]", access: "public" },
  { pattern: "/team", access: "public" },
  { pattern: "/contact", access: "public" },
  { pattern: "/privacy", access: "public" },
  { pattern: "/terms", access: "public" },
  { pattern: "/login", access: "guest" },
  { pattern: "/register", access: "guest" },
  { pattern: "/forgot-password", access: "public" },
  { pattern: "/verify-email", access: "public" },
  { pattern: "/reset-password", access: "public" },
  // Demo mode only; answers 404 in production.
  { pattern: "/dev/outbox", access: "public" },

  { pattern: "/choose-profile", access: "step" },
  { pattern: "/investor-type", access: "step" },
  { pattern: "/corporate-verification", access: "step" },
  { pattern: "/investor-verification", access: "step", roles: ["investor"] },
  { pattern: "/apply-for-funding", access: "step", roles: ["startup"] },
  { pattern: "/verification-success", access: "step", roles: ["investor", "startup"] },

  {
    pattern: "/dashboard",
    access: "member",
    roles: ["investor", "startup"],
    menu: { label: "Dashboard", icon: "dashboard" },
  },
  {
    pattern: "/dashboard/investments",
    access: "member",
    roles: ["investor"],
    menu: { label: "Investments", icon: "investments" },
  },
  {
    pattern: "/dashboard/transactions",
    access: "member",
    roles: ["investor"],
    menu: { label: "Transactions", icon: "transactions" },
  },
  {
    pattern: "/dashboard/applications",
    access: "member",
    roles: ["startup"],
    menu: { label: "Applications", icon: "applications" },
  },
  {
    pattern: "/dashboard/documents",
    access: "member",
    roles: ["investor", "startup"],
    menu: { label: "Documents", icon: "documents" },
  },
  {
    pattern: "/dashboard/settings",
    access: "member",
    roles: ["investor", "startup"],
    menu: { label: "Settings", icon: "settings" },
  },
  { pattern: "/profile", access: "account", roles: ["investor", "startup", "admin"] },

  { pattern: "/admin", access: "admin", menu: { label: "Dashboard", icon: "dashboard" } },
  { pattern: "/admin/verification", access: "admin", menu: { label: "Verification", icon: "verification" } },
  { pattern: "/admin/verification/[userId]", access: "admin" },
  { pattern: "/admin/users", access: "admin", menu: { label: "Manage Users", icon: "users" } },
  { pattern: "/admin/carousel", access: "admin", menu: { label: "Manage Carousel", icon: "carousel" } },
  { pattern: "/admin/sub-admins", access: "super", menu: { label: "Manage SubAdmins", icon: "admins" } },
];

const matchers = routes.map((route) => ({
  route,
  regexp: new RegExp(`^${route.pattern.replace(/\[[^\]]+\]/g, "[^/]+").replace(/\//g, "\\/")}$`),
}));

/** The row of the table that a path belongs to; null for a path the product does not have (it answers 404). */
export function matchRoute(pathname: string): PageRoute | null {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  return matchers.find(({ regexp }) => regexp.test(path))?.route ?? null;
}

/** Their rows rule what lies below them and has no row of its own: it stays closed to whom they are closed. */
const roots = ["/admin", "/dashboard"];

function rulingRoute(pathname: string): PageRoute | null {
  const root = roots.find((path) => pathname.startsWith(`${path}/`));
  return matchRoute(pathname) ?? (root ? matchRoute(root) : null);
}

export type Decision = { allow: true } | { allow: false; to: string };

const allow: Decision = { allow: true };
const go = (to: string): Decision => ({ allow: false, to });

/** Where a signed-in person belongs: after log-in, and whenever a page is not for them. */
export function defaultPathFor(subject: Subject): string {
  if (subject.role === "admin") return subject.twoStepSetupRequired ? paths.profile() : paths.admin();
  if (subject.role === "none") return paths.chooseProfile();
  const form = requiredForm(subject);
  if (!form) return paths.investorType();
  if (subject.isVerified) return paths.dashboard();
  return submissionBlocker(subject) ? paths.verificationSuccess() : form.path;
}

/**
 * May this person see this page? The order is product 10.4. `location` is the path with its query, remembered for the return
 * after log-in. A path that is not in the table is allowed, so that it can answer 404 - except under /admin and /dashboard, which
 * stay closed to whom they are closed.
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

  if (subject.role === "admin") {
    if (subject.twoStepSetupRequired) return access === "account" ? allow : go(paths.profile());
    if (access === "super") return subject.isSuper ? allow : go(paths.admin()); // 3
    return access === "admin" || access === "account" ? allow : go(paths.admin());
  }
  if (access === "admin" || access === "super") {
    return go(subject.role === "none" ? paths.chooseProfile() : paths.dashboard()); // 4
  }

  const only = (path: string): Decision => (pattern === path ? allow : go(path));

  if (subject.role === "none") return only(paths.chooseProfile()); // 5
  if (subject.role === "investor" && subject.investorType === "none") return only(paths.investorType()); // 6
  if (subject.isVerified) {
    if (access === "step") return go(paths.dashboard()); // 7
    return !roles || roles.includes(subject.role) ? allow : go(paths.dashboard());
  }
  return only(defaultPathFor(subject)); // 8, 9, 10
}

/** The menu of a person, from the same table (product 2.9). Empty while the strict guard of rules 5-10 confines them. */
export function menuFor(subject: Subject): { href: string; label: string; icon: MenuIcon }[] {
  return routes.flatMap((route) =>
    route.menu && checkAccess(subject, route.pattern).allow ? [{ href: route.pattern, ...route.menu }] : [],
  );
}

/**
 * A location to return to, if it is a path of this site; otherwise null. Refuses `//host`, `/\host`, other schemes, control
 * characters and anything a URL parser would take elsewhere (threat 31).
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
