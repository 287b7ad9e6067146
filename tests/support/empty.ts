/** Stands in for `server-only`, which refuses to load outside of React's server bundle. */
export {};
