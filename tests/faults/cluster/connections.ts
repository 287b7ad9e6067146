import { ask } from "../client";
import { sendSlowBody } from "../slow-requests";
import { until } from "../world";
import type { Proof } from "./cluster";

/** limit_conn of deploy/nginx/server.conf. */
const LIMIT = 200;
const EXTRA = 50;

/** One address has a limited number of requests in progress; more are rejected with the error envelope, and other addresses are served. */
export const connections: Proof = async ({ url }) => {
  const address = url.replace("localhost", "127.0.0.1");
  const headers = { "content-type": "application/json", "content-length": 50_000 };
  const requests = Array.from({ length: LIMIT + EXTRA }, () =>
    sendSlowBody(`${address}/api/auth/login`, headers),
  );
  const rejected: { status: number; retryAfter: boolean; body: string }[] = [];
  for (const { replied } of requests) void replied.then((reply) => reply.status && rejected.push(reply));
  await until(() => rejected.length >= EXTRA, "rejections");
  const response = await ask(address, "GET", "/api/carousel");
  const secondClient = sendSlowBody(
    `${address}/api/auth/login`,
    { ...headers, "content-length": 1 },
    "127.0.0.2",
  );
  const { status: otherStatus } = await secondClient.replied;
  const isEnvelope = rejected.every(
    ({ status, retryAfter, body }) => status === 503 && retryAfter && body.includes('"error":"UNAVAILABLE"'),
  );
  const count = rejected.length;
  for (const { stop } of requests) stop();
  await until(async () => (await ask(address, "GET", "/api/carousel")).status === 200, "a free slot");
  return [
    {
      name: "connections per address",
      reached: `${count} of ${requests.length} slow requests from one address rejected with 503, one more ${response.status}, another address ${otherStatus}`,
      ok: count === EXTRA && isEnvelope && response.status === 503 && otherStatus === 400,
    },
  ];
};
