import { ask } from "../client";
import { seconds } from "../load";
import type { Finding } from "../run";
import { sendSlowBody, sendSlowHeaders } from "../slow-requests";
import { FaultCluster, pause } from "../world";

const COUNT = 100;
const UPLOADS = 20;
const TIMEOUT_SECONDS = 5;
/** Node checks its connections every five seconds. */
const MOST_MS = (TIMEOUT_SECONDS + 5 + 2) * 1_000;

/** Row 48, without a proxy: Node's own timeouts end clients that send slowly, and all others are served in the meantime. */
export async function slowClients(): Promise<Finding> {
  const world = await FaultCluster.start({
    env: { REQUEST_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS), MAX_REQUESTS: "20" },
  });
  const [base = ""] = world.urls;
  const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work);
  const json = { "content-type": "application/json", "content-length": 1_000_000 / 20 };
  const form = { "content-type": "multipart/form-data; boundary=b", "content-length": 1_000_000 };
  const began = performance.now();
  let isOver = false;
  const ended = Promise.all([
    ...times(COUNT, () => sendSlowHeaders(base)),
    ...times(COUNT, () => sendSlowBody(`${base}/api/auth/login`, json).replied.then(({ status }) => status)),
    ...times(UPLOADS, () =>
      sendSlowBody(`${base}/api/uploads/carousel`, form).replied.then(({ status }) => status),
    ),
  ]).finally(() => (isOver = true));
  const others: number[] = [];
  while (!isOver) {
    for (const path of ["/api/carousel", "/plans"]) others.push((await ask(base, "GET", path)).status);
    await pause(100);
  }
  const statuses = await ended;
  const took = performance.now() - began;
  const slow = statuses.slice(0, 2 * COUNT);
  const timedOut = slow.filter((status) => status === 408).length;
  const served = others.filter((status) => status === 200).length;
  return {
    row: 48,
    reached: `${timedOut} of ${slow.length} slow senders and ${UPLOADS} slow uploads ended by Node within ${seconds(took)}, ${served} of ${others.length} others served in the meantime`,
    ok: timedOut === slow.length && took < MOST_MS && served === others.length && others.length > 0,
  };
}
