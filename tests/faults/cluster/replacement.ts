import { readFileSync } from "node:fs";
import { ask, PASSWORD, tokenOf, type Reply } from "../client";
import { atRate } from "../load";
import { oneOf, random } from "../random";
import { pause } from "../world";
import type { Cluster, Proof } from "./cluster";

const ROUNDS = 5;
const PER_SECOND = 20;

/** Removes a server from nginx, drains it and starts another in its place, as a release does. */
async function replace({ world, nginx }: Cluster, index: number): Promise<void> {
  const ports = world.servers.map(({ port }) => port);
  const old = world.servers[index]!;
  await nginx.route(ports.filter((port) => port !== old.port));
  await old.stop("SIGTERM");
  const next = await world.serve(old.port);
  world.servers.pop();
  world.servers[index] = next;
  await nginx.route(ports);
}

/** Replaces both servers, one after the other, under load; no request fails. */
export const replacement: Proof = async (cluster) => {
  const { url, world, nginx, say } = cluster;
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
  for (let round = 0; round < ROUNDS; round += 1)
    for (const index of [0, 1]) {
      await replace(cluster, index);
      await pause(500);
    }
  over = true;
  await load;
  const failed = replies.filter(({ reply }) => reply.status !== 200);
  if (failed.length > 0)
    for (const line of readFileSync(nginx.log, "utf8")
      .split("\n")
      .filter((line) => / 5\d\d \S+$/.test(line)))
      say(`nginx: ${line}`);
  const kinds = [...new Set(failed.map(({ asked, reply }) => `${asked} ${reply.status}`))];
  return [
    {
      name: "replacement",
      reached: `${2 * ROUNDS} servers replaced under ${PER_SECOND} requests a second: ${failed.length} of ${replies.length} failed${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}`,
      ok: failed.length === 0,
    },
  ];
};
