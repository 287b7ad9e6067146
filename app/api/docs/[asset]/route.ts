import { readFile } from "node:fs/promises";
import path from "node:path";
import { route, serve } from "@/lib/http/route";

const start = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  filter: true,
  supportedSubmitMethods: [],
});`;

const fromPackage = (name: string) =>
  readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "node_modules/swagger-ui-dist", name));

const assets = {
  "start.js": { type: "text/javascript", read: () => Promise.resolve(Buffer.from(start)) },
  "swagger-ui-bundle.js": { type: "text/javascript", read: () => fromPackage("swagger-ui-bundle.js") },
  "swagger-ui.css": { type: "text/css", read: () => fromPackage("swagger-ui.css") },
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve({
  GET: route("docsAsset", async ({ params }) => {
    const { type, read } = assets[params.asset];
    return new Response(new Uint8Array(await read()), {
      headers: {
        "content-type": `${type}; charset=utf-8`,
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=86400",
      },
    });
  }),
});
