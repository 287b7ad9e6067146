import { route, serve } from "@/lib/http/route";
import { cookieOf, pageCookie, readPageViewer } from "@/lib/auth/cookies";
import { AppError } from "@/lib/errors";
import { openFile } from "@/lib/files/files";
import { fileHeaders } from "@/lib/http/file-response";
import { renderedFor, requireRenderedFor } from "@/lib/http/rendered-for";

/**
 * Also accepts the page cookie, because images and downloads send no Authorization header (product 10.3). This does not count as use of the
 * session: browsers load images automatically.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route(
    "file",
    async ({ viewer, request, params }) => {
      const reader = viewer ?? (await readPageViewer(cookieOf(request, pageCookie()), false));
      requireRenderedFor(reader, renderedFor(request));
      const file = await openFile(reader, params.id).catch((error: unknown) => {
        throw !reader && error instanceof AppError ? new AppError("UNAUTHENTICATED") : error;
      });
      const download = new URL(request.url).searchParams.has("download");
      const isHead = request.method === "HEAD";
      // HEAD is not recorded as a read, so it does not disclose the name, which may be a person's.
      const headers = fileHeaders(isHead ? "file" : file.originalName, download ? "attachment" : "inline");
      const policy = headers["content-security-policy"];
      if (isHead) await file.stream.cancel();
      return new Response(isHead ? null : file.stream, {
        headers: {
          ...headers,
          "content-type": file.contentType,
          ...(file.isPublic && { "cache-control": "public, max-age=31536000, immutable" }),
          // Chromium does not show PDFs inside a sandbox.
          ...(file.contentType === "application/pdf" && {
            "content-security-policy": policy.replace("sandbox", "object-src 'self'"),
          }),
        },
      });
    },
    { handlesHead: true },
  ),
});
