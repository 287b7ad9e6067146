import { residentMb } from "../../support/process-memory";
import { PASSWORD, tokenOf } from "../client";
import { atRate, ms, quantile } from "../load";
import { below, random } from "../random";
import type { FaultRun } from "../run";
import { KeepAlivePool, type Answer } from "../steady";
import { onCleanup, FaultCluster } from "../world";
import { loginsAlone } from "./logins-alone";
import { slowClients } from "./slow-clients";

const TIMES = 4;
const CONNECTIONS = 400;
const MOST_MS = 2_000;
/** Memory is assessed after this share of the run. */
const WARM = 1 / 3;

/** Row 48: slow clients, and sustained load of four times the capacity. Admitted requests are served in time, others rejected with 503. */
export const overload: FaultRun = async ({ long, seed, say }) => {
  const lasts = long ? 1_800_000 : 90_000;
  const world = await FaultCluster.start();
  const [base = ""] = world.urls;
  const { pid } = world.servers[0]!;
  // Each may change the profile 60 times an hour.
  const people = await world.people(Math.ceil(lasts / 750), "load");
  const [boss] = await world.people(1, "boss", "admin", true);
  let admin = await tokenOf(base, boss!.email);
  const tokens: string[] = [];
  for (const { email } of people) tokens.push(await tokenOf(base, email));

  const line = new KeepAlivePool(base, CONNECTIONS);
  onCleanup(() => line.close());
  await line.open();
  const next = random(seed);
  const bearer = (token = "") => ({ authorization: `Bearer ${token}` });
  const request = (n: number): Promise<Answer> => {
    const authorization = bearer(tokens[n % tokens.length]);
    const kind = below(next, 20);
    if (kind < 8) return line.ask("GET", "/api/auth/me", authorization);
    if (kind < 12) return line.ask("GET", "/api/verification/status", authorization);
    if (kind < 15) return line.ask("GET", "/plans", { accept: "text/html" });
    if (kind < 17) return line.ask("GET", "/api/admin/users?limit=20", bearer(admin));
    if (kind < 19) return line.ask("PUT", "/api/auth/updateMe", authorization, { name: `Name ${n}` });
    const { email } = people[n % people.length]!;
    return line.ask("POST", "/api/auth/login", {}, { email, password: PASSWORD });
  };

  // Measures the capacity: a closed loop with sixteen connections.
  let done = 0;
  for (const warm of [true, false]) {
    done = 0;
    const end = Date.now() + (warm ? 4_000 : 10_000);
    const lane = async (first: number) => {
      for (let n = first; Date.now() < end; n += 16, done += 1) await request(n);
    };
    await Promise.all(Array.from({ length: 16 }, (_, i) => lane(i)));
  }
  const capacity = done / 10;
  say(`capacity ${Math.round(capacity)} requests a second, now ${TIMES} times as many`);

  const began = Date.now();
  // Access tokens expire after ten minutes.
  const renew = setInterval(() => {
    const keep = (email: string, put: (token: string) => void) =>
      void tokenOf(base, email).then(put, () => undefined);
    keep(boss!.email, (token) => (admin = token));
    for (const [n, { email }] of people.entries()) keep(email, (token) => (tokens[n] = token));
  }, 300_000);
  const resident: number[] = [];
  const watch = setInterval(() => {
    if (Date.now() - began > lasts * WARM) resident.push(residentMb(pid));
  }, 500);
  const admitted: number[] = [];
  const count = { shed: 0, untold: 0, failed: 0, outside: 0 };
  await atRate(
    capacity * TIMES,
    () => Date.now() - began > lasts,
    async (n) => {
      // All connections are busy: this request is never sent.
      if (!line.isFree) return void (count.outside += 1);
      const reply = await request(n);
      if (reply.status === 200) admitted.push(reply.ms);
      else if (reply.status !== 503) {
        if (count.failed < 5) say(`answered ${reply.status}`);
        count.failed += 1;
      } else if (reply.retryAfter) count.shed += 1;
      else count.untold += 1;
    },
  );
  clearInterval(watch);
  clearInterval(renew);

  const asked = admitted.length + count.shed + count.untold + count.failed;
  const p99 = quantile(admitted, 0.99);
  const [low, high] = [Math.min(...resident), Math.max(...resident)];
  const swing = (high - low) / (high + low);
  const perSecond = (n: number) => Math.round((n * 1_000) / lasts);
  return [
    await slowClients(),
    await loginsAlone(say),
    {
      row: 48,
      reached: `${lasts / 1_000} s at ${perSecond(asked)}/s over a capacity of ${Math.round(capacity)}/s: ${perSecond(admitted.length)}/s served, p99 ${ms(p99)}, ${perSecond(count.shed)}/s told 503 with Retry-After, ${perSecond(count.outside)}/s more beyond the ${CONNECTIONS} connections, ${count.untold + count.failed} other failures, memory ${Math.round(low)}-${Math.round(high)} MB (±${(swing * 100).toFixed(1)} %)`,
      ok:
        p99 < MOST_MS &&
        swing <= 0.1 &&
        count.untold + count.failed === 0 &&
        // Counts sent requests, not intended ones.
        asked > capacity * 3 * (lasts / 1_000) &&
        count.shed > 0,
    },
  ];
};
