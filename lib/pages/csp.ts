import { createHash } from "node:crypto";
import { isDevelopment } from "../env";
import { headScript } from "./head-script";
import { pagePolicy } from "./page-policy";

const headHash = createHash("sha256").update(headScript).digest("base64");

/**
 * Returns the content security policy of a page (threat 39, ADR 7). Signed-in pages run only scripts with the request's nonce. Shared pages
 * cannot contain a nonce; the server replaces their 'unsafe-inline' with the hashes of the scripts that Next.js generated
 * (server/page-csp.ts).
 */
export function contentSecurityPolicy(nonce?: string): string {
  // A hash would disable 'unsafe-inline', so it is added only together with a nonce.
  const scripts = nonce
    ? `'self' 'nonce-${nonce}' 'sha256-${headHash}' 'strict-dynamic'`
    : "'self' 'unsafe-inline'";
  return pagePolicy(`${scripts}${isDevelopment ? " 'unsafe-eval'" : ""}`);
}
