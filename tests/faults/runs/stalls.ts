import { readFileSync } from "node:fs";
import { FakeResend } from "../../support/resend";
import { ask } from "../client";
import { atRate, seconds } from "../load";
import { chance, random } from "../random";
import type { FaultRun } from "../run";
import { onCleanup, pause, until, FaultCluster } from "../world";

const STALLS = 200;
const PER_SECOND = 4;
/** More than are requested during the run. */
const PEOPLE = 6_000;
/** Stalls last several times the query timeout, like a stall of 12 s with the default of 2.5 s. */
const TIMEOUT_MS = 300;
const MOST_STALL_MS = 1_500;
const MOST_PAUSE_MS = 3_000;
const MOST_MS = 15_000;

/** Row 70: PostgreSQL stalls repeatedly while jobs begin and end. The queue recovers by itself. */
export const stalls: FaultRun = async ({ seed, say }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const next = random(seed);
  // Some deliveries take three seconds, so that their jobs end during a stall.
  resend.manner = () => (chance(next, 0.2) ? "slow" : "ok");
  const world = await FaultCluster.start({
    env: {
      ...resend.env,
      DATABASE_TIMEOUT_MS: String(TIMEOUT_MS),
      LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
    },
  });
  const [base = ""] = world.urls;
  const people = await world.people(PEOPLE, "stalls");

  /** Each requests one email: a job that adds the email's job. Without a response the request may or may not have been stored. */
  const acknowledged: string[] = [];
  let over = false;
  let asked = 0;
  const request = async (email: string) => {
    asked += 1;
    const { status } = await ask(base, "POST", "/api/auth/forgot-password", { body: { email } });
    if (status === 200) acknowledged.push(email);
    return status === 200;
  };
  const load = atRate(
    PER_SECOND,
    () => over,
    async (n) => {
      await request(people[n]!.email);
    },
  );
  for (let count = 1; count <= STALLS; count += 1) {
    // Short pauses are more frequent, so that some stalls hit a queue that is restarting.
    await pause(100 + MOST_PAUSE_MS * next() ** 2);
    const resume = world.freezePostgres();
    await pause(200 + (MOST_STALL_MS - 200) * next());
    resume();
    if (count % 50 === 0) say(`${count} stalls, ${resend.delivered.size} of ${acknowledged.length} emails`);
  }
  over = true;
  const ended = Date.now();
  const last = people.at(-1)!.email;
  await until(() => request(last), "an answer after the last stall");
  await until(() => resend.to(last).length > 0, "an email after the last stall", 2 * MOST_MS).catch(
    () => undefined,
  );
  const recovered = (resend.to(last)[0]?.at ?? NaN) - ended;
  await load;

  const left = (condition: string) => async () =>
    (await world.sql.query(`select from graphile_worker.jobs where ${condition}`)).rowCount ?? 0;
  const unfinished = left("task_identifier in ('mail', 'email-request')");
  // The back-off after an unexpected error is up to two and a half minutes.
  await until(async () => (await unfinished()) === 0, "every job", 180_000).catch(() => undefined);
  const finished = Date.now() - ended;
  const stuck = left("locked_at < now() - interval '30 seconds'");
  await until(async () => (await stuck()) === 0, "every lock", 30_000).catch(() => undefined);

  const lost = acknowledged.filter((email) => resend.to(email).length === 0).length;
  const doubled = people.filter(({ email }) => resend.to(email).length > 1).length;
  const [remaining, locked] = [await unfinished(), await stuck()];
  const log = readFileSync(world.servers[0]!.files.stdout, "utf8");
  const logged = (event: string) => log.split(`"event":"${event}"`).length - 1;
  return [
    {
      row: 70,
      reached: `${STALLS} stalls, ${acknowledged.length} of ${asked} requests acknowledged: ${lost} emails lost, ${doubled} doubled, ${remaining} jobs not run, ${locked} left locked; an email ${seconds(recovered)} after the last stall, all jobs run after ${seconds(finished)}; the runner was replaced ${logged("jobs.interrupted")} times, ${logged("jobs.stalled")} times by the watchdog`,
      ok:
        lost + doubled + remaining + locked === 0 &&
        recovered <= MOST_MS &&
        acknowledged.length > STALLS &&
        logged("jobs.interrupted") > 0,
    },
  ];
};
