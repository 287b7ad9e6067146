// Every failure under /api is the JSON envelope {success: false, message, error}, also where the framework or Node would
// answer with HTML, with plain text or with nothing. The codes are those of lib/errors.ts.
import { STATUS_CODES } from "node:http";
import { takeHead } from "./answer-head.mjs";

const failures = {
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

export function envelope(status) {
  const [error, message] = failures[status] ?? [
    status < 500 ? "BAD_REQUEST" : "INTERNAL",
    STATUS_CODES[status] ?? "Error",
  ];
  return JSON.stringify({ success: false, message, error });
}

const fixed = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** Answers with the envelope through a response object. */
export function fail(res, status, headers = {}) {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const body = envelope(status);
  if (status === 503) headers = { "Retry-After": "1", ...headers };
  res.writeHead(status, { ...fixed, ...headers, "Content-Length": Buffer.byteLength(body) });
  res.end(res.req.method === "HEAD" ? undefined : body);
}

/** Answers with the envelope where there is no response object (parser errors, CONNECT), and closes. */
export function failOnSocket(socket, status) {
  if (!socket.writable || socket.destroyed || socket._httpMessage?.headersSent) return void socket.destroy();
  const body = envelope(status);
  const headers = { ...fixed, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** Swaps a failure that is not JSON for the envelope, at the moment its head would be sent. */
export function onlyJsonFailures(res) {
  const { writeHead, write, end, flushHeaders } = res;
  let swapped;
  const decide = () => {
    swapped ??= res.statusCode >= 400 && !/\bjson\b/i.test(String(res.getHeader("content-type") ?? ""));
    return swapped;
  };
  res.writeHead = function (status, ...rest) {
    takeHead(res, status, rest);
    return decide() ? res : writeHead.call(res, status);
  };
  // The head waits for the first bytes of the body and travels with them.
  res.flushHeaders = () => undefined;
  res.write = (...args) => {
    if (!decide()) return write.apply(res, args);
    args.find((item) => typeof item === "function")?.();
    return true;
  };
  res.end = (...args) => {
    // The methods above must not run again for what is sent from here.
    Object.assign(res, { writeHead, write, end, flushHeaders });
    if (!decide()) return end.apply(res, args);
    for (const name of ["content-encoding", "transfer-encoding", "etag", "content-disposition"])
      res.removeHeader(name);
    fail(res, res.statusCode);
    const done = args.find((item) => typeof item === "function");
    if (done) res.once("finish", done);
    return res;
  };
}
