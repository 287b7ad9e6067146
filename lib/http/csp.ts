import { createHash } from "node:crypto";
import { isDevelopment } from "../env";
import { headScript } from "./head-script";

const headHash = createHash("sha256").update(headScript).digest("base64");

/**
 * The content security policy of the pages (TRUST 39). Signed-in pages run only scripts that carry this request's nonce. Pages
 * that are the same for everybody cannot carry one; in theirs the server puts the hashes of what they were built with in the place
 * of 'unsafe-inline' (scripts/lib/public-pages.mjs).
 */
export function contentSecurityPolicy(nonce?: string): string {
  // A hash beside 'unsafe-inline' would switch that off.
  const scripts = nonce
    ? `'self' 'nonce-${nonce}' 'sha256-${headHash}' 'strict-dynamic'`
    : "'self' 'unsafe-inline'";
  return [
    "default-src 'self'",
    `script-src ${scripts}${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Styles that components set at run time carry no nonce; a style runs nothing.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
