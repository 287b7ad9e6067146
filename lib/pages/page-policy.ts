/**
 * Returns the content security policy with the given `script-src` sources (threat 39). This module has no imports, because the server loads
 * it directly.
 */
export const pagePolicy = (scripts: string): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    // Styles set by components at run time have no nonce.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
