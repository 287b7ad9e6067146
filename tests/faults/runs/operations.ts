import { FakeResend } from "../../support/resend";
import { check } from "../checker/violations";
import { injectFaults } from "../checker/faults";
import { actAsPeople } from "../checker/people";
import { Recorder } from "../checker/recorder";
import { readState } from "../checker/state";
import { random } from "../random";
import type { FaultRun } from "../run";
import { onCleanup, FaultCluster } from "../world";
import { roomyLimits } from "../limits";

const PEOPLE = 20;
const OPERATIONS = 10_000;

/** Row 47: random operations of many users and two administrators on two servers under all faults, then the consistency check. */
export const operations: FaultRun = async ({ seed, say }) => {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const world = await FaultCluster.start({
    servers: 2,
    durable: true,
    env: { ...roomyLimits, ...resend.env },
  });
  const recorder = new Recorder(() => world.urls);
  const done = () => recorder.history.length;
  const over = () => done() >= OPERATIONS;
  const watch = setInterval(() => say(`${done()} operations`), 15_000);
  const faults = injectFaults(world, resend, random(seed), { done, over });
  const people = await actAsPeople({ world, recorder, resend, seed, atOnce: PEOPLE, over });
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
