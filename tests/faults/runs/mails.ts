import { FakeResend } from "../../support/resend";
import { sampleAnswers } from "../../../prisma/seed/answers";
import { ask, PASSWORD } from "../client";
import { mapConcurrently, seconds } from "../load";
import { below, random } from "../random";
import type { FaultRun } from "../run";
import { onCleanup, until, FaultCluster } from "../world";

const PEOPLE = 120;
const MOST_MS = 60_000;

/** Row 42: a mail service that fails or responds too late, and a worker killed during delivery. */
export const mails: FaultRun = async ({ seed }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const world = await FaultCluster.start({ servers: 2, env: resend.env });
  const next = random(seed);
  // Per address, so that failures hit every stage but end eventually.
  resend.next = Array.from({ length: PEOPLE / 2 }, () => (below(next, 4) === 0 ? "late" : "500"));

  const emails = Array.from({ length: PEOPLE }, (_, n) => `mail${n}@test.example`);
  /** The number of registrations per address; repeated ones follow a lost response. */
  const asked = new Map<string, number>();
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  await mapConcurrently(emails, 8, async (email) => {
    // While one server is down the other receives all requests.
    const base = world.urls[killed ? 1 : below(next, 2)]!;
    const body = { name: "Ada Test", email, phone: sampleAnswers(1).phoneNumber, password: PASSWORD };
    const register = async (at: string) => {
      asked.set(email, (asked.get(email) ?? 0) + 1);
      return (await ask(at, "POST", "/api/auth/register", { body })).status;
    };
    let status = await register(base);
    if (status === 0) status = await register(world.urls[1]!);
    if (status !== 201) throw new Error(`registration of ${email}: ${status}`);
    acknowledged += 1;
    if (acknowledged >= PEOPLE / 2) killed ??= world.servers[0]!.stop("SIGKILL");
  });
  await killed;
  const workedAgain = Date.now();
  const waiting = () => emails.filter((email) => resend.to(email).length === 0);
  await until(() => waiting().length === 0, "every mail", 2 * MOST_MS).catch(() => undefined);
  await world.mailsSettled(2 * MOST_MS);

  const lost = waiting().length;
  // A repeated registration has a separate code and email; all others must have one.
  const doubled = emails.filter((email) => resend.to(email).length > asked.get(email)!).length;
  const repeated = resend.attempts - resend.delivered.size;
  const last = Math.max(...[...resend.delivered.values()].map(({ at }) => at)) - workedAgain;
  return [
    {
      row: 42,
      reached: `${PEOPLE} mails, ${repeated} failed or repeated tries, a worker killed: ${lost} lost, ${doubled} doubled, last after ${seconds(Math.max(0, last))}`,
      ok: lost === 0 && doubled === 0 && last <= MOST_MS && repeated > 0,
    },
  ];
};
