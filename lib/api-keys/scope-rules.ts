import type { Endpoint } from "@/lib/endpoint";

/** What keys of programs may call (product 10.44, ADR 53). Safe in the browser; pure. */

/** A resource of the contract and what a key does with it, such as `users:read`. */
export type Scope = `${string}:${"read" | "write"}`;

/** Returns the resource of a path: its first segment after `/api/admin` or `/api`. */
const resourceOf = (path: string): string => path.replace(/^\/api\/(?:admin\/)?/, "").split("/")[0]!;

/** Whether the response is a list as a file. Other downloads are documents and statements of people, with numbers. */
const isData = ({ produces }: Endpoint): boolean =>
  produces === undefined || ["text/csv", "application/jsonl", "application/x-ndjson"].includes(produces);

/**
 * Returns the scope that a key needs for a call; null if no key may make it. Keys read what administrators read without a proof of identity,
 * and make the few changes that the contract names (`keys`). Nothing that needs a fresh proof, that a person decides, or that reveals
 * numbers is open to a key.
 */
export function scopeOf(endpoint: Endpoint): Scope | null {
  const { method, path, auth, proofMinutes, keys } = endpoint;
  if (proofMinutes) return null;
  if (method === "GET")
    return path.startsWith("/api/admin/") && auth.endsWith(".read") && isData(endpoint)
      ? `${resourceOf(path)}:read`
      : null;
  return keys ? `${resourceOf(path)}:write` : null;
}

/** Returns the scopes of a contract, in alphabetical order. */
export const scopesOf = (endpoints: readonly Endpoint[]): Scope[] =>
  [...new Set(endpoints.flatMap((endpoint) => scopeOf(endpoint) ?? []))].toSorted();
