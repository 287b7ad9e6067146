import { readFileSync } from "node:fs";
import { submitUntilAcknowledged } from "../checker/application";
import { check } from "../checker/violations";
import { Recorder } from "../checker/recorder";
import { readState } from "../checker/state";
import { mapConcurrently } from "../load";
import { random } from "../random";
import { until } from "../world";
import { shares, type Proof } from "./cluster";

const PEOPLE = 120;
const KILLS = 4;

/** Servers are killed repeatedly under load; no acknowledged change is lost, incomplete or duplicated. */
export const crash: Proof = async (cluster) => {
  const { world, resend, url, nginx } = cluster;
  const recorder = new Recorder(() => [url]);
  const kept = () =>
    recorder.history.filter((call) => call.kind === "submit" && call.outcome === "ok").length;
  const people = await world.people(PEOPLE, "crash");
  const killing = (async () => {
    for (let n = 1; n <= KILLS; n += 1) {
      await until(() => kept() >= (n * PEOPLE) / (KILLS + 2), "the moment", 120_000);
      await world.crash(n % 2);
    }
  })();
  await Promise.all([
    killing,
    mapConcurrently(people, 8, ({ email }) =>
      submitUntilAcknowledged(recorder, { next: random(1), email, kind: "individual" }),
    ),
  ]);
  await until(
    async () =>
      (await world.sql.query("select 1 from mail_outbox where sent_at is null and failed_at is null"))
        .rowCount === 0,
    "an empty outbox",
    150_000,
  );
  const broken = check(recorder.history, await readState(world, resend));
  for (const line of broken.slice(0, 20)) cluster.say(`broken: ${line}`);
  const unanswered = recorder.history.filter(({ outcome }) => outcome === "unknown").length;
  // nginx logs every server that it tried for a request.
  const asked = readFileSync(nginx.log, "utf8").split("\n");
  const repeated = asked.filter((line) => /^\S+, /.test(line)).length;
  const posts = asked.filter((line) => /^\S+, .* POST$/.test(line) && !/ 5\d\d POST$/.test(line)).length;
  return [
    {
      name: "kill -9 of a server",
      reached: `${KILLS} times under load: ${kept()} submissions acknowledged, ${unanswered} calls unanswered, ${broken.length} lost, halved or doubled; nginx turned ${repeated} requests to the other server (${posts} of them POST, unsent), which answered ${shares(cluster).join(" and ")} requests`,
      ok: broken.length === 0 && kept() >= PEOPLE - unanswered && unanswered > 0,
    },
  ];
};
