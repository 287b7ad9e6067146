import { route, serve } from "@/lib/http/route";
import { cookieOf, pageCookie, readPageViewer } from "@/lib/auth/cookies";
import { AppError } from "@/lib/errors";
import { openFile } from "@/lib/files/files";
import { renderedFor, requireRenderedFor } from "@/lib/http/rendered-for";

/** `%22`-safe name for Content-Disposition (RFC 6266). */
const fileName = (name: string) =>
  `UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;

/**
 * Accepts the page cookie as well, because images and downloads send no Authorization header (product 10.3). That is no use of the
 * session: browsers load images by themselves.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("file", async ({ viewer, request, params }) => {
    const reader = viewer ?? (await readPageViewer(cookieOf(request, pageCookie()), false));
    requireRenderedFor(reader, renderedFor(request));
    const file = await openFile(reader, params.id).catch((error: unknown) => {
      throw !reader && error instanceof AppError ? new AppError("UNAUTHENTICATED") : error;
    });
    const pdf = file.contentType === "application/pdf";
    const download = new URL(request.url).searchParams.has("download");
    return new Response(file.stream, {
      headers: {
        "content-type": file.contentType,
        "content-disposition": `${download ? "attachment" : "inline"}; filename*=${fileName(file.originalName)}`,
        "x-content-type-options": "nosniff",
        "cache-control": file.isPublic
          ? "public, max-age=31536000, immutable"
          : "private, no-store, no-transform",
        // The file cannot run or load anything (threat 30). Chromium shows no PDF inside a sandbox.
        "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'${pdf ? "; object-src 'self'" : "; sandbox"}`,
        "cross-origin-resource-policy": "same-origin",
      },
    });
  }),
});
