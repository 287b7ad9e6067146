/** Replaces `server-only`, which cannot be loaded outside of React's server bundle. */
export {};
