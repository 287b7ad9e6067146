import { createHash } from "node:crypto";
import { isDevelopment } from "../env";
import { headScript } from "./head-script";
import { pagePolicy } from "./page-policy";

const headHash = createHash("sha256").update(headScript).digest("base64");

/**
 * The content security policy of the pages (threat 39). Signed-in pages run only scripts that carry this request's nonce. Pages
 * that are the same for everybody cannot carry one; in theirs the server puts the hashes of the scripts that Next wrote in the place
 * of 'unsafe-inline' (server/page-csp.ts).
 */
export function contentSecurityPolicy(nonce?: string): string {
  // A hash beside 'unsafe-inline' would switch that off.
  const scripts = nonce
    ? `'self' 'nonce-${nonce}' 'sha256-${headHash}' 'strict-dynamic'`
    : "'self' 'unsafe-inline'";
  return pagePolicy(`${scripts}${isDevelopment ? " 'unsafe-eval'" : ""}`);
}
