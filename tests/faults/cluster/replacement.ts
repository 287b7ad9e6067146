import { readFileSync } from "node:fs";
import { ask, PASSWORD, tokenOf, type Reply } from "../client";
import { atRate } from "../load";
import { oneOf, random } from "../random";
import { pause } from "../world";
import type { Cluster, Proof } from "./cluster";

const ROUNDS = 5;
export const PER_SECOND = 20;

/** Removes a server from nginx, drains it and starts another in its place, as a release does. */
export async function replace({ world, nginx }: Cluster, index: number, dir?: string): Promise<void> {
  const ports = world.servers.map(({ port }) => port);
  const old = world.servers[index]!;
  await nginx.route(ports.filter((port) => port !== old.port));
  await old.stop("SIGTERM");
  const next = await world.serve(old.port, dir);
  world.servers.pop();
  world.servers[index] = next;
  await nginx.route(ports);
}

/** Does something while people use the product. Returns the number of requests, and of those that failed by kind. */
export async function underLoad(
  { url, world, nginx, say }: Cluster,
  work: () => Promise<void>,
): Promise<{ requests: number; failed: number; kinds: string }> {
  // One connection per request: nginx closes keep-alive connections when it reloads, which browsers handle by reconnecting.
  const headers = { connection: "close" };
  const people = await world.people(20, "release");
  const tokens: string[] = [];
  for (const { email } of people) tokens.push(await tokenOf(url, email));
  const next = random(1);
  const replies: { asked: string; reply: Reply }[] = [];
  let over = false;
  const load = atRate(
    PER_SECOND,
    () => over,
    async (n) => {
      const token = tokens[n % tokens.length]!;
      const [asked, call] = oneOf(next, [
        ["GET me", () => ask(url, "GET", "/api/auth/me", { token, headers })],
        ["GET carousel", () => ask(url, "GET", "/api/carousel", { headers })],
        [
          "PUT updateMe",
          () => ask(url, "PUT", "/api/auth/updateMe", { token, headers, body: { name: `Name ${n}` } }),
        ],
        [
          "POST login",
          () =>
            ask(url, "POST", "/api/auth/login", {
              headers,
              body: { email: people[n % people.length]!.email, password: PASSWORD },
            }),
        ],
      ] as [string, () => Promise<Reply>][]);
      replies.push({ asked, reply: await call() });
    },
  );
  await work().finally(() => (over = true));
  await load;
  const failed = replies.filter(({ reply }) => reply.status !== 200);
  if (failed.length > 0)
    for (const line of readFileSync(nginx.log, "utf8")
      .split("\n")
      .filter((line) => / 5\d\d \S+$/.test(line)))
      say(`nginx: ${line}`);
  const kinds = [...new Set(failed.map(({ asked, reply }) => `${asked} ${reply.status}`))];
  return {
    requests: replies.length,
    failed: failed.length,
    kinds: kinds.length > 0 ? ` (${kinds.join(", ")})` : "",
  };
}

/** Replaces both servers, one after the other, under load; no request fails. */
export const replacement: Proof = async (cluster) => {
  const { requests, failed, kinds } = await underLoad(cluster, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const index of [0, 1]) {
        await replace(cluster, index);
        await pause(500);
      }
  });
  return [
    {
      name: "replacement",
      reached: `${2 * ROUNDS} servers replaced under ${PER_SECOND} requests a second: ${failed} of ${requests} failed${kinds}`,
      ok: failed === 0,
    },
  ];
};
