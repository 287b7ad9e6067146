// The error envelope {success: false, message, error} for cases where Next.js or Node.js would respond with HTML, plain text or an empty
// body. The codes are those of lib/errors.ts.
import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const errors: Record<number, [code: string, message: string]> = {
  400: ["BAD_REQUEST", "The request could not be understood"],
  404: ["NOT_FOUND", "Not found"],
  405: ["METHOD_NOT_ALLOWED", "This method is not allowed here"],
  408: ["BAD_REQUEST", "The request took too long to arrive"],
  413: ["PAYLOAD_TOO_LARGE", "The request is too large"],
  417: ["BAD_REQUEST", "This expectation cannot be met"],
  431: ["PAYLOAD_TOO_LARGE", "The request headers are too large"],
  500: ["INTERNAL", "Something went wrong. Please try again"],
  501: ["NOT_IMPLEMENTED", "This method is not known here"],
  503: ["UNAVAILABLE", "The service is not available right now. Please try again"],
};

/** Returns the envelope for a status, with its headers. */
export function createError(status: number): { body: string; headers: OutgoingHttpHeaders } {
  const fallback = [status < 500 ? "BAD_REQUEST" : "INTERNAL", STATUS_CODES[status] ?? "Error"];
  const [error, message] = errors[status] ?? fallback;
  const body = JSON.stringify({ success: false, message, error });
  return {
    body,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...(status === 503 && { "Retry-After": "1" }),
      "Content-Length": Buffer.byteLength(body),
    },
  };
}

/** Sends the envelope, or destroys a response that has already begun. */
export function sendError(res: ServerResponse, status: number, extra: OutgoingHttpHeaders = {}): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const { body, headers } = createError(status);
  res.writeHead(status, { ...headers, ...extra });
  res.end(res.req.method === "HEAD" ? undefined : body);
}

/** Sends the envelope where there is no response object (parser errors, timeouts, CONNECT), and closes the connection. */
export function sendErrorOnSocket(socket: Duplex, status: number): void {
  if (!socket.writable || socket.destroyed) return void socket.destroy();
  const { body, headers } = createError(status);
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}
