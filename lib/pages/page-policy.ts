/**
 * The content security policy of a page that may run `scripts` (threat 39). Imports nothing, because the server reads this file as it stands
 * (server/main.ts).
 */
export const pagePolicy = (scripts: string): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
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
