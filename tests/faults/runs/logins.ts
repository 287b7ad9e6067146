import { logIn } from "../client";
import { ms, quantile } from "../load";
import type { FaultRun } from "../run";
import { World } from "../world";

const PEOPLE = 100;
const MOST_MS = 1_500;

/** Rows 4 and 9: a hundred people log in at once from one address. */
export const logins: FaultRun = async () => {
  const world = await World.start();
  const [base = ""] = world.urls;
  const people = await world.people(PEOPLE + 5, "login");
  // What is loaded at first use is not what a log-in takes.
  for (const { email } of people.splice(PEOPLE)) await logIn(base, email);
  const began = performance.now();
  const replies = await Promise.all(people.map(({ email }) => logIn(base, email)));
  const all = performance.now() - began;
  const passed = replies.filter(({ status }) => status === 200).length;
  const times = replies.map((reply) => reply.ms);
  const p95 = quantile(times, 0.95);
  return [
    {
      row: 4,
      reached: `${passed} of ${PEOPLE} right log-ins from one address passed`,
      ok: passed === PEOPLE,
    },
    {
      row: 9,
      reached: `${PEOPLE} at once in ${ms(all)}, p50 ${ms(quantile(times, 0.5))}, p95 ${ms(p95)}`,
      ok: passed === PEOPLE && p95 < MOST_MS,
    },
  ];
};
