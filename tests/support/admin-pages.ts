import { routes } from "@/lib/routes/policy";

/** The pages of the back office that concern no particular user or object. */
export const adminPages: readonly string[] = routes
  .map(({ pattern }) => pattern)
  .filter((pattern) => /^\/admin(?:\/|$)/.test(pattern) && !pattern.includes("["));
