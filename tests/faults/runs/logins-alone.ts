import { PASSWORD } from "../client";
import { atRate, ms, quantile } from "../load";
import type { Finding } from "../run";
import { KeepAlivePool } from "../steady";
import { onCleanup, FaultCluster } from "../world";

const ACCOUNTS = 40;
const LANES = 16;
const CAPACITY_MS = 6_000;
const LOAD_MS = 20_000;
const TIMES = 4;
const MOST_MS = 2_000;

/** Row 48 for logins alone, the most expensive call: mixed with other calls, their waiting times would not show. */
export async function loginsAlone(say: (line: string) => void): Promise<Finding> {
  const world = await FaultCluster.start();
  const [base = ""] = world.urls;
  const people = await world.people(ACCOUNTS, "many");
  const line = new KeepAlivePool(base, 400);
  onCleanup(() => line.close());
  await line.open();
  const logIn = (n: number) =>
    line.ask("POST", "/api/auth/login", {}, { email: people[n % ACCOUNTS]!.email, password: PASSWORD });

  let done = 0;
  const end = Date.now() + CAPACITY_MS;
  await Promise.all(
    Array.from({ length: LANES }, async (_, first) => {
      for (let n = first; Date.now() < end; n += LANES, done += 1) await logIn(n);
    }),
  );
  const capacity = (done * 1_000) / CAPACITY_MS;
  say(`${capacity.toFixed(0)} log-ins a second, now ${TIMES} times as many`);

  const began = Date.now();
  const admitted: number[] = [];
  let [shed, failed] = [0, 0];
  await atRate(
    capacity * TIMES,
    () => Date.now() - began > LOAD_MS,
    async (n) => {
      if (!line.isFree) return;
      const { status, ms: took, retryAfter } = await logIn(n);
      if (status === 200) admitted.push(took);
      else if (status === 503 && retryAfter) shed += 1;
      else failed += 1;
    },
  );
  const p99 = quantile(admitted, 0.99);
  return {
    row: 48,
    reached: `log-ins of ${ACCOUNTS} accounts alone, ${TIMES} times a capacity of ${capacity.toFixed(0)}/s: ${admitted.length} served, p99 ${ms(p99)}, ${shed} answered 503 with Retry-After, ${failed} other failures`,
    ok: p99 < MOST_MS && shed > 0 && failed === 0,
  };
}
