/**
 * Says that a page needs no React in the browser: what moves on it is done by public/site.js. The server sends it without the
 * framework's scripts (server/page-csp.ts); reached from within the product it is a page like any other.
 */
export const NoClientRuntime = () => <template data-without-runtime="" />;
