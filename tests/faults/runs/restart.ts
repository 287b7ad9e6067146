import { ask, tokenOf, type Reply } from "../client";
import { atRate, ms, percent } from "../load";
import { oneOf, random } from "../random";
import type { FaultRun } from "../run";
import { pause, FaultCluster } from "../world";

const PER_SECOND = 50;
const SECONDS = 40;

/** Row 43: PostgreSQL restarts immediately at fifty requests per second. */
export const restart: FaultRun = async ({ seed }) => {
  const world = await FaultCluster.start({ durable: true });
  const [base = ""] = world.urls;
  const next = random(seed);
  const tokens: string[] = [];
  for (const { email } of await world.people(20, "restart")) tokens.push(await tokenOf(base, email));

  const replies: { at: number; reply: Reply }[] = [];
  const began = Date.now();
  const over = () => Date.now() - began > SECONDS * 1_000;
  const load = atRate(PER_SECOND, over, async (n) => {
    const token = tokens[n % tokens.length]!;
    const reply = await oneOf(next, [
      () => ask(base, "GET", "/api/auth/me", { token }),
      () => ask(base, "GET", "/api/verification/status", { token }),
      () => ask(base, "GET", "/api/carousel"),
      () => ask(base, "PUT", "/api/auth/updateMe", { token, body: { name: `Name ${n}` } }),
    ])();
    replies.push({ at: Date.now(), reply });
  });
  await pause((SECONDS * 1_000) / 4);
  const killed = Date.now();
  await world.crashPostgres("SIGQUIT");
  const up = Date.now() - killed;
  await load;

  const failed = replies.filter(({ reply }) => reply.status !== 200);
  const clean = failed.every(({ reply }) => reply.status === 503 && reply.body?.success === false);
  const lasted = Math.max(0, ...failed.map(({ at }) => at - killed));
  return [
    {
      row: 43,
      reached: `PostgreSQL away ${ms(up)}: ${failed.length} of ${replies.length} failed (${percent(failed.length, replies.length)}), ${clean ? "all JSON 503" : `not all JSON 503: ${[...new Set(failed.map(({ reply }) => reply.status))].join(", ")}`}, the last after ${ms(lasted)}`,
      ok:
        failed.length < replies.length / 100 &&
        clean &&
        lasted < 5_000 &&
        replies.length >= PER_SECOND * SECONDS * 0.9,
    },
  ];
};
