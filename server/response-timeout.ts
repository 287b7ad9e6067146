import type { IncomingMessage, ServerResponse } from "node:http";
import { isArriving } from "./body-arrival.ts";
import { sendError } from "./error-responses.ts";

const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Responds with 503 if a completely received request gets no response in time. A response that has begun is limited only by the socket
 * timeout.
 */
export function enforceResponseTimeout(
  req: IncomingMessage,
  res: ServerResponse,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): void {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => {
      if (!res.headersSent) sendError(res, 503, { Connection: "close" });
    }, timeoutMs).unref();
  };
  if (isArriving(req)) req.once("end", start);
  else start();
  res.once("close", () => clearTimeout(timer));
}
