/** Returns the URL of the document at this path (product 10.6); absolute URLs are returned unchanged. */
export function documentUrl(path: string): string {
  const base = typeof window === "undefined" ? "http://localhost" : window.location.origin;
  try {
    const url = new URL(path, base);
    return url.origin === base ? url.pathname + url.search : url.href;
  } catch {
    return path;
  }
}

/** Returns the URL that downloads the document at this path. */
export function downloadUrl(path: string): string {
  const url = documentUrl(path);
  return `${url}${url.includes("?") ? "&" : "?"}download`;
}

/** Returns how a file can be previewed. */
export function previewKind(contentType: string): "image" | "pdf" | "none" {
  if (/^image\/(?:png|jpeg|webp|gif)/.test(contentType)) return "image";
  return contentType.startsWith("application/pdf") ? "pdf" : "none";
}
