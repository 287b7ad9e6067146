/** Replaces `server-only`, which cannot be loaded outside React's server bundle. */
export {};
