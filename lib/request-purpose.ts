/** Whether a person caused a request, as far as its headers say. Safe in the browser, and loaded by the server directly. */

/** The browser's client (lib/contract/client.ts) sends this header with calls that no key, press or scroll has just caused. */
export const BACKGROUND_HEADER = "x-background";

/**
 * The server sets this header: to `document` for a prefetch by the browser, to `router` for one by Next's router. A client's own value is
 * overwritten.
 */
export const PREFETCH_HEADER = "x-seedline-prefetch";

/** Returns which prefetch an incoming request is, by its headers; undefined if it is none. */
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

/** A browser's prefetch of a whole page, which may never be seen. */
export const isDocumentPrefetch = (headers: Headers): boolean => headers.get(PREFETCH_HEADER) === "document";

/** Whether the request counts as use of its session: polling, reconnecting and prefetching keep none open (threat 57). */
export const isUse = (headers: Headers): boolean => !headers.has(BACKGROUND_HEADER) && !isPrefetch(headers);
