import { FakeResend } from "../../support/resend";
import { submitUntilAcknowledged } from "../checker/application";
import { check } from "../checker/violations";
import { Recorder } from "../checker/recorder";
import { readState } from "../checker/state";
import { mapConcurrently } from "../load";
import { below, random } from "../random";
import type { FaultRun } from "../run";
import { onCleanup, until, FaultCluster } from "../world";

const ROUNDS = 5;
const PEOPLE = 200;

/** Row 40: five times two hundred submissions, while a server or PostgreSQL is killed at a random moment. */
export const crashes: FaultRun = async ({ seed, say }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const world = await FaultCluster.start({ durable: true, env: resend.env });
  const recorder = new Recorder(() => world.urls);
  const next = random(seed);
  const kept = () =>
    recorder.history.filter((call) => call.kind === "submit" && call.outcome === "ok").length;

  for (let round = 0; round < ROUNDS; round += 1) {
    const people = await world.people(PEOPLE, `round${round}-`);
    const moment = kept() + 10 + below(next, PEOPLE - 40);
    const killed = until(() => kept() >= moment, "the moment", 300_000).then(() =>
      round % 2 ? world.crashPostgres() : world.crash(0),
    );
    await Promise.all([
      killed,
      mapConcurrently(people, 6, ({ email }) =>
        submitUntilAcknowledged(recorder, { next, email, kind: "individual" }),
      ),
    ]);
    say(`round ${round + 1} of ${ROUNDS}`);
  }
  await world.mailsSettled(150_000);

  const state = await readState(world, resend);
  const broken = check(recorder.history, state);
  for (const line of broken.slice(0, 30)) say(`broken: ${line}`);
  if (broken.length > 0) for (const line of world.failures()) say(`server: ${line}`);
  const submitted = state.submissions.filter((submission) => submission.state === "pending").length;
  const unanswered = recorder.history.filter(({ outcome }) => outcome === "unknown").length;
  return [
    {
      row: 40,
      reached: `${ROUNDS} x ${PEOPLE} submissions, killed ${ROUNDS} times (3 x server, 2 x PostgreSQL): ${kept()} acknowledged, ${submitted} there, ${unanswered} calls unanswered, ${broken.length} lost, half-written or doubled (seed ${seed})`,
      ok: broken.length === 0 && submitted === ROUNDS * PEOPLE && unanswered > 0,
    },
  ];
};
