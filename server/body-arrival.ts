// A small body is awaited before a concurrency slot is acquired, so that slow clients occupy none (threat 48, ADR 24). Node's
// requestTimeout ends requests that never arrive.
import type { IncomingMessage, ServerResponse } from "node:http";

/** The maximum size of a body that is not an upload; Node.js buffers this much of a request anyway. */
export const MAX_BUFFERED_BODY_BYTES = 64 * 1024;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;

const isDeclaredLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"]) > MAX_BUFFERED_BODY_BYTES;

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** Whether part of the request is still missing. */
export const isArriving = (req: IncomingMessage): boolean => hasBody(req) && !req.complete;

const isBufferFull = (req: IncomingMessage): boolean => req.readableLength >= req.readableHighWaterMark;

/** Whether a body that `waitForBody` has awaited is larger than MAX_BUFFERED_BODY_BYTES. */
export const isLargeBody = (req: IncomingMessage): boolean =>
  isDeclaredLarge(req) ||
  (req.headers["content-length"] === undefined && isArriving(req) && isBufferFull(req));

/**
 * Waits until a small body has arrived, without consuming it. Returns true when it has, or immediately for an upload; false if the
 * connection was closed before. Only API calls receive uploads.
 */
export function waitForBody(req: IncomingMessage, res: ServerResponse, isApi = true): Promise<boolean> {
  if (!isArriving(req) || isDeclaredLarge(req) || (isApi && isForm(req))) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (hasArrived: boolean) => {
      req.off("readable", onReadable);
      res.off("close", onClose);
      resolve(hasArrived);
    };
    const onReadable = () => {
      if (req.complete || isBufferFull(req)) settle(true);
    };
    const onClose = () => settle(false);
    req.on("readable", onReadable);
    res.on("close", onClose);
  });
}
