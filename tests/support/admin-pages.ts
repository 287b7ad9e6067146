import { routes } from "@/lib/routes/policy";

/** The pages of the back office that are about nobody and nothing in particular. */
export const adminPages: readonly string[] = routes
  .map(({ pattern }) => pattern)
  .filter((pattern) => /^\/admin(?:\/|$)/.test(pattern) && !pattern.includes("["));
