// A body is waited for outside: whoever sends it drop by drop takes no place from anybody (TRUST 48, docs/decisions/0024). What is
// larger than a form takes a place of the uploads while it comes, and has to keep coming.
import { IncomingMessage } from "node:http";
import { fail } from "./api-failures.mjs";

/** The largest body that is not an upload; Node holds as much of a request before somebody reads it. */
export const SMALL = 64 * 1024;

const closing = { Connection: "close" };

const hasBody = ({ headers }) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;

const isUpload = ({ headers }) =>
  Number(headers["content-length"]) > SMALL || /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** True while more of the request is to come. */
export const isArriving = (req) => hasBody(req) && !req.complete;

/**
 * Answers a function that waits until a request is here: true when it is, or when it is too large to wait for; false when it was
 * given up: after `ms`, or because more than `most` wait and no other has waited as long. Nothing of the body is read.
 */
export function arrivals({ ms = 15_000, most = 1_000 } = {}) {
  const waiting = new Set();
  return function arrived(req, res) {
    if (!isArriving(req) || isUpload(req)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (isHere) => {
        clearTimeout(timer);
        waiting.delete(giveUp);
        delete req.push;
        resolve(isHere);
      };
      const giveUp = () => {
        settle(false);
        fail(res, 408, closing);
      };
      const timer = setTimeout(giveUp, ms);
      // Node's parser pushes what comes; to listen to the stream would be to begin to read it.
      req.push = (...args) => {
        const wantsMore = IncomingMessage.prototype.push.apply(req, args);
        if (req.complete || !wantsMore) settle(true);
        return wantsMore;
      };
      res.once("close", () => settle(false));
      waiting.add(giveUp);
      if (waiting.size > most) waiting.values().next().value();
    });
  };
}

/** Gives a request up when fewer than `bytes` of it came within `ms`. A line of 4 kB a second, twice that, is a slow phone. */
export function keepsComing(req, res, { ms = 30_000, bytes = 60_000 } = {}) {
  if (!isArriving(req)) return;
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - before;
    before += came;
    if (req.complete) clearInterval(timer);
    // What lies here unread waits for us, not for the client.
    else if (came < bytes && req.readableLength === 0) fail(res, 408, closing);
  }, ms);
  timer.unref();
  res.once("close", () => clearInterval(timer));
}
