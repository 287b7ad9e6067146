import { FakeResend } from "../../support/resend";
import { Applicant } from "../checker/applicant";
import { check } from "../checker/violations";
import { injectFaults } from "../checker/faults";
import { Recorder } from "../checker/recorder";
import { Reviewer } from "../checker/reviewer";
import { readState } from "../checker/state";
import { random } from "../random";
import type { FaultRun } from "../run";
import { onCleanup, FaultCluster } from "../world";

const PEOPLE = 20;
const OPERATIONS = 10_000;
const roomy = {
  LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
  LIMIT_CODE_MAILS_PER_HOUR: "1000",
  LIMIT_CODE_TRIES: "1000",
  LIMIT_UPLOADS_PER_HOUR: "1000000",
};

/** Row 47: random operations of many users and two administrators on two servers under all faults, then the consistency check. */
export const operations: FaultRun = async ({ seed, say }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const world = await FaultCluster.start({ servers: 2, durable: true, env: { ...roomy, ...resend.env } });
  const recorder = new Recorder(() => world.urls);
  const reviewers = (await world.people(2, "reviewer", "admin", true)).map(
    (account, n) => new Reviewer(account, random(seed + 1 + n), recorder),
  );
  for (const reviewer of reviewers) await reviewer.begin(world.urls[0]!);

  const done = () => recorder.history.length;
  const over = () => done() >= OPERATIONS;
  let people = 0;
  const life = async () => {
    while (!over()) {
      people += 1;
      const applicant = new Applicant(
        `person${people}@test.example`,
        random(seed + 1_000 + people),
        recorder,
        resend,
      );
      while (!over() && applicant.stage !== "gone") await applicant.step();
    }
  };
  const watch = setInterval(() => say(`${done()} operations`), 15_000);
  const faults = injectFaults(world, resend, random(seed), { done, over });
  await Promise.all([
    ...Array.from({ length: PEOPLE }, life),
    ...reviewers.map(async (reviewer) => {
      while (!over()) await reviewer.step();
    }),
  ]);
  const times = await faults;
  clearInterval(watch);

  resend.manner = () => "ok";
  await world.mailsSettled(150_000);
  const broken = check(recorder.history, await readState(world, resend));
  for (const line of broken.slice(0, 30)) say(`broken: ${line}`);
  if (broken.length > 0) for (const line of world.failures()) say(`server: ${line}`);

  const count = (outcome: string) => recorder.history.filter((call) => call.outcome === outcome).length;
  const happened = [...times].map(([name, n]) => `${n} x ${name}`).join(", ");
  return [
    {
      row: 47,
      reached: `${done()} operations of ${people} people (${count("ok")} acknowledged, ${count("refused")} refused, ${count("unknown")} unanswered), ${happened}: ${broken.length} promises broken (seed ${seed})`,
      ok: broken.length === 0 && done() >= OPERATIONS && times.size === 5,
    },
  ];
};
