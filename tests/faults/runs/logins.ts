import { logIn } from "../client";
import { ms, quantile } from "../load";
import type { FaultRun } from "../run";
import { FaultCluster } from "../world";

const PEOPLE = 100;
const MOST_MS = 1_500;

/** Rows 4 and 9: a hundred parallel logins from one address. */
export const logins: FaultRun = async () => {
  const world = await FaultCluster.start();
  const [base = ""] = world.urls;
  const people = await world.people(PEOPLE + 5, "login");
  // Loads lazily loaded modules before the measurement.
  for (const { email } of people.splice(PEOPLE)) await logIn(base, email);
  const burst = async () => {
    const began = performance.now();
    const replies = await Promise.all(people.map(({ email }) => logIn(base, email)));
    const times = replies.map((reply) => reply.ms);
    return {
      all: performance.now() - began,
      passed: replies.filter(({ status }) => status === 200).length,
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
    };
  };
  // A fresh server has not been JIT-compiled yet: the first hundred logins are reported, the next hundred assessed.
  const first = await burst();
  const { all, passed, p50, p95 } = await burst();
  return [
    {
      row: 4,
      reached: `${Math.min(first.passed, passed)} of ${PEOPLE} right log-ins from one address passed`,
      ok: first.passed === PEOPLE && passed === PEOPLE,
    },
    {
      row: 9,
      reached: `${PEOPLE} at once in ${ms(all)}, p50 ${ms(p50)}, p95 ${ms(p95)}; right after the start p95 ${ms(first.p95)}`,
      ok: p95 < MOST_MS,
    },
  ];
};
