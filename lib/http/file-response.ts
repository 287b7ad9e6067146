import "server-only";

/** Returns the value of `filename*` in Content-Disposition for a name with any characters (RFC 6266). */
const fileName = (name: string) =>
  `UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;

/** Returns the headers of a private file, which prevent it from running or loading anything (threat 30). */
export const fileHeaders = (name: string, disposition: "attachment" | "inline") => ({
  "content-disposition": `${disposition}; filename*=${fileName(name)}`,
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-store, no-transform",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  "cross-origin-resource-policy": "same-origin",
});

const types = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  pdf: "application/pdf",
  zip: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
} as const;

/** Returns a response that a browser saves as a file. The name must be ASCII without quotes. */
export const attachment = (body: BodyInit, type: keyof typeof types, name: string): Response =>
  new Response(body, {
    headers: {
      "content-type": types[type],
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store, no-transform",
    },
  });
