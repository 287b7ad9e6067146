import { brand } from "@/lib/brand";
import { route, serve } from "@/lib/http/route";

/** Shows Swagger UI, read-only and served from this server; only its styles are inline (ADR 3). */
const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name} API reference</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("docs", () =>
    Promise.resolve(
      new Response(page(), {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "cache-control": "public, max-age=300",
        },
      }),
    ),
  ),
});
