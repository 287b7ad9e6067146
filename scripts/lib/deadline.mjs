// A request that has arrived whole is answered within half a minute, or told to come again: nobody waits for what hangs.
import { fail } from "./api-failures.mjs";
import { isArriving } from "./arrival.mjs";

export const ANSWER_MS = 30_000;

/** Starts the clock when the request is complete; an answer that has begun may take as long as it moves. */
export function answerInTime(req, res, ms = ANSWER_MS) {
  let timer;
  const start = () => {
    timer = setTimeout(() => res.headersSent || fail(res, 503, { Connection: "close" }), ms);
    timer.unref();
  };
  if (isArriving(req)) req.once("end", start);
  else start();
  res.once("close", () => clearTimeout(timer));
}
