import { ask, logIn, tokenOf, type Reply } from "../client";
import { atRate, ms } from "../load";
import { oneOf, random } from "../random";
import type { FaultRun } from "../run";
import { pause, until, FaultCluster } from "../world";

const PER_SECOND = 20;
const STALL_MS = 30_000;
const MOST_MS = 3_000;

/** Row 44: PostgreSQL stalls for half a minute. Requests fail fast, and no acknowledged change is lost. */
export const stall: FaultRun = async ({ seed }) => {
  const world = await FaultCluster.start({ durable: true });
  const [base = ""] = world.urls;
  const next = random(seed);
  const people = await world.people(40, "stall");
  const tokens: string[] = [];
  for (const { email } of people) tokens.push(await tokenOf(base, email));

  const replies: { began: number; reply: Reply }[] = [];
  /** The latest acknowledged name of each user. */
  const kept = new Map<string, string>();
  const busy = new Set<string>();
  let over = false;
  const load = atRate(
    PER_SECOND,
    () => over,
    async (n) => {
      const { id, email } = people[n % people.length]!;
      const token = tokens[n % people.length]!;
      const rename = async () => {
        // One change at a time per user, so that the latest is known.
        if (busy.has(id)) return logIn(base, email);
        busy.add(id);
        const name = `Name ${n}`;
        const reply = await ask(base, "PUT", "/api/auth/updateMe", { token, body: { name } });
        // Without a response the change may have succeeded, so nothing is recorded.
        if (reply.status === 200) kept.set(id, name);
        else kept.delete(id);
        busy.delete(id);
        return reply;
      };
      const role = () => ask(base, "PUT", "/api/auth/setRole", { token, body: { role: "startup" } });
      const read = () => ask(base, "GET", "/api/auth/me", { token });
      const began = Date.now();
      const reply = await oneOf(next, [rename, rename, role, read, () => logIn(base, email)])();
      replies.push({ began, reply });
    },
  );
  const fine = async () => (await ask(base, "GET", "/api/auth/me", { token: tokens[0] })).status === 200;
  await pause(5_000);
  const goOn = world.freezePostgres();
  const stalled = Date.now();
  await pause(STALL_MS);
  goOn();
  const back = Date.now();
  await until(fine, "an answer after the stall", 10_000);
  const recovered = Date.now() - back;
  await pause(5_000);
  over = true;
  await load;

  const during = replies.filter(({ began }) => began > stalled - MOST_MS && began < back);
  const slowest = Math.max(...during.map(({ reply }) => reply.ms));
  const afterwards = replies.filter(({ began }) => began > back + recovered + 1_000);
  const bad = replies.filter(
    ({ reply }) => reply.status !== 200 && !(reply.status === 503 && reply.body),
  ).length;
  const stillBad = afterwards.filter(({ reply }) => reply.status !== 200).length;
  const { rows } = await world.sql.query<{ id: string; name: string }>("select id, name from users");
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const lost = [...kept].filter(([id, name]) => names.get(id) !== name).length;
  return [
    {
      row: 44,
      reached: `${during.length} answers during 30 s of standstill, slowest ${ms(slowest)}; good again after ${ms(recovered)}; ${lost} acknowledged changes lost, ${bad + stillBad} other failures`,
      ok: slowest <= MOST_MS && lost === 0 && bad === 0 && stillBad === 0 && during.length > 300,
    },
  ];
};
