/** Marks a page that works without React: the server removes the framework's scripts (server/page-csp.ts); public/site.js remains. */
export const NoClientRuntime = () => <template data-without-runtime="" />;
