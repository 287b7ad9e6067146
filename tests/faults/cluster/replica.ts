import pg from "pg";
import { submitUntilAcknowledged } from "../checker/application";
import { Recorder } from "../checker/recorder";
import { ask, tokenOf } from "../client";
import { atRate, mapConcurrently, ms } from "../load";
import { random } from "../random";
import { onCleanup, until } from "../world";
import type { Proof } from "./cluster";

const PEOPLE = 60;
const WRITES_PER_SECOND = 20;

/** Lists are read from the replica, and reviewers never see a list from before their own decision, however far the replica lags. */
export const replica: Proof = async ({ url, world, replica: server, bouncer }) => {
  const standby = new pg.Pool({ connectionString: server.url, max: 1 });
  standby.on("error", () => undefined);
  onCleanup(() => standby.end());
  /** Returns the number of scans of `users` on the replica. Statistics are delayed. */
  const scans = async () =>
    Number(
      (
        await standby.query<{ n: string }>(
          "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as n from pg_stat_user_tables where relname = 'users'",
        )
      ).rows[0]?.n ?? 0,
    );
  const setReplay = (how: "pause" | "resume") => standby.query(`select pg_wal_replay_${how}()`);

  const recorder = new Recorder(() => [url]);
  const people = await world.people(PEOPLE, "list");
  await mapConcurrently(people, 6, ({ email }) =>
    submitUntilAcknowledged(recorder, { next: random(1), email, kind: "individual" }),
  );
  const [reviewer, writer] = await world.people(2, "lists", "admin", true);
  const token = await tokenOf(url, reviewer!.email);
  const list = (status: string) => ask(url, "GET", `/api/admin/users?limit=100&status=${status}`, { token });
  const shows = ({ body }: Awaited<ReturnType<typeof list>>, id: string) =>
    (body?.data as unknown as { _id: string }[] | undefined)?.some(({ _id }) => _id === id);
  /** Decides, and checks immediately whether both lists show it. */
  const isStale = async (id: string) => {
    const body = { status: "approved", expectedStatus: "pending" };
    const decided = await ask(url, "PATCH", `/api/admin/users/${id}/verification-status`, { token, body });
    if (decided.status !== 200) throw new Error(`a decision: ${decided.status}`);
    const [approved, pending] = await Promise.all([list("approved"), list("pending")]);
    return !shows(approved, id) || shows(pending, id);
  };
  const stale = { live: 0, paused: 0 };

  const before = await scans();
  const busy = await tokenOf(url, writer!.email);
  let over = false;
  const load = atRate(
    WRITES_PER_SECOND,
    () => over,
    async (n) => {
      await ask(url, "PUT", "/api/auth/updateMe", { token: busy, body: { name: `Name ${n}` } });
    },
  );
  const half = PEOPLE / 2;
  for (const { id } of people.slice(0, half)) if (await isStale(id)) stale.live += 1;
  over = true;
  await load;
  for (let n = 0; n < 20; n += 1) await list("approved");
  await until(async () => (await scans()) > before, "a list read on the replica");
  const read = (await scans()) - before;

  await setReplay("pause");
  for (const { id } of people.slice(half)) if (await isStale(id)) stale.paused += 1;
  await setReplay("resume");

  await server.stop();
  const without = await Promise.all(Array.from({ length: 20 }, () => list("approved")));
  const failed = without.filter(({ status }) => status !== 200).length;
  const admin = new pg.Client({ connectionString: bouncer.adminUrl });
  await admin.connect();
  const { rows } = await admin.query<Record<string, string>>("show pools");
  await admin.end();
  const pool = rows.find(({ database }) => database === new URL(bouncer.url).pathname.slice(1));
  const [clients, connections] = [
    Number(pool?.["cl_active"]) + Number(pool?.["cl_waiting"]),
    Number(pool?.["sv_active"]) + Number(pool?.["sv_idle"]) + Number(pool?.["sv_used"]),
  ];
  return [
    {
      name: "replica",
      reached: `${stale.live} stale lists after ${half} decisions under ${WRITES_PER_SECOND} writes a second, the replica looked into users ${read} times; ${stale.paused} after ${half} while it stood still; without it ${failed} of ${without.length} lists failed, the slowest took ${ms(Math.max(...without.map((reply) => reply.ms)))}`,
      ok: stale.live === 0 && stale.paused === 0 && read > 0 && failed === 0,
    },
    {
      name: "pgbouncer",
      reached: `all of this in transaction mode: ${clients} connections of the servers, ${connections} of PostgreSQL`,
      ok: clients > 0 && connections > 0,
    },
  ];
};
