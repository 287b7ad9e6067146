import { routes } from "@/lib/routes/policy";

/** The back-office pages that do not belong to one user or object. */
export const adminPages: readonly string[] = routes
  .map(({ pattern }) => pattern)
  .filter((pattern) => /^\/admin(?:\/|$)/.test(pattern) && !pattern.includes("["));
