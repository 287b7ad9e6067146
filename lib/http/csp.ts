import { createHash } from "node:crypto";
import { isDevelopment } from "../env";
import { themeScript } from "./theme-script";

const themeHash = createHash("sha256").update(themeScript).digest("base64");

/**
 * The content security policy of the pages (TRUST 39). Signed-in pages run only scripts that carry this request's nonce. Pages
 * that are built ahead cannot carry one; for them the policy without a nonce holds.
 */
export function contentSecurityPolicy(nonce?: string): string {
  // A hash beside 'unsafe-inline' would switch that off.
  const scripts = nonce
    ? `'self' 'nonce-${nonce}' 'sha256-${themeHash}' 'strict-dynamic'`
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
