import { ask, type Reply } from "../client";
import { quantile } from "../load";
import type { FaultRun } from "../run";
import { FaultCluster } from "../world";

const EACH = 200;
const MOST_MS = 5;

const asked = {
  login: (base: string, email: string) =>
    ask(base, "POST", "/api/auth/login", { body: { email, password: "not the password 1" } }),
  forgotten: (base: string, email: string) =>
    ask(base, "POST", "/api/auth/forgot-password", { body: { email } }),
  resent: (base: string, email: string) => ask(base, "POST", "/api/auth/resend-code", { body: { email } }),
};

/** Row 6: two hundred known and unknown addresses, alternating. Neither content nor timing distinguishes them. */
export const enumeration: FaultRun = async () => {
  const world = await FaultCluster.start({
    env: { LIMIT_LOGIN_FAILURES_PER_IP: "100000", LIMIT_REGISTRATIONS_PER_HOUR: "100000" },
  });
  const [base = ""] = world.urls;
  const people = await world.people(EACH + 10, "known");
  const known = (n: number) => people[n]!.email;
  const unknown = (n: number) => `unknown${n}@test.example`;
  const findings = [];
  let alike = true;
  for (const [name, call] of Object.entries(asked)) {
    for (let n = EACH; n < EACH + 10; n += 1)
      for (const email of [known(n), unknown(n)]) await call(base, email);
    const times = { known: [] as number[], unknown: [] as number[] };
    const answers = new Set<string>();
    for (let n = 0; n < EACH; n += 1) {
      const take = async (kind: "known" | "unknown", email: string) => {
        const reply: Reply = await call(base, email);
        times[kind].push(reply.ms);
        answers.add(`${reply.status} ${JSON.stringify(reply.body)}`);
      };
      const turns = [() => take("known", known(n)), () => take("unknown", unknown(n))];
      for (const turn of n % 2 ? turns : turns.reverse()) await turn();
    }
    const apart = Math.abs(quantile(times.known, 0.5) - quantile(times.unknown, 0.5));
    alike &&= answers.size === 1 && apart < MOST_MS;
    findings.push(
      `${name} ${answers.size === 1 ? "same bytes" : `${answers.size} ANSWERS`}, medians ${apart.toFixed(1)} ms apart`,
    );
  }
  return [{ row: 6, reached: `${EACH} and ${EACH}: ${findings.join("; ")}`, ok: alike }];
};
