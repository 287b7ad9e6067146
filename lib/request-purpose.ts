/** Whether a person triggered a request, according to its headers. Safe in the browser, and loaded by the server directly. */

/** Sent by the browser's client (lib/contract/client.ts) with calls that were not triggered by a recent key press or scroll. */
export const BACKGROUND_HEADER = "x-background";

/**
 * Set by the server: to `document` for a prefetch by the browser, to `router` for one by Next.js's router. A client's own value is
 * overwritten.
 */
export const PREFETCH_HEADER = "x-seedline-prefetch";

/** Returns the kind of prefetch of an incoming request, by its headers; undefined if it is not a prefetch. */
export function prefetchKind(
  headers: Record<string, string | string[] | undefined>,
): "document" | "router" | undefined {
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) =>
    String(headers[name] ?? ""),
  );
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))) return "document";
  return headers["next-router-prefetch"] === undefined ? undefined : "router";
}

export const isPrefetch = (headers: Headers): boolean => headers.has(PREFETCH_HEADER);

/** Returns whether a browser is prefetching a whole page, which may never be seen. */
export const isDocumentPrefetch = (headers: Headers): boolean => headers.get(PREFETCH_HEADER) === "document";

/**
 * Returns whether the request counts as use of its session: polling, reconnecting and prefetching do not keep a session alive (threat 57).
 */
export const isUse = (headers: Headers): boolean => !headers.has(BACKGROUND_HEADER) && !isPrefetch(headers);
