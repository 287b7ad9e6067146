import type { FakeResend } from "../../support/resend";
import { below, random } from "../random";
import { pause, type World } from "../world";
import { Applicant } from "./applicant";
import type { Recorder } from "./recorder";
import { Reviewer } from "./reviewer";

interface Load {
  world: World;
  recorder: Recorder;
  resend: FakeResend;
  seed: number;
  /** The number of applicants who act in parallel. */
  atOnce: number;
  over: () => boolean;
  /** The longest pause after an act. */
  paceMs?: number;
}

/** Lets applicants and two administrators act until `over`. Resolves to the number of applicants. */
export async function actAsPeople({
  world,
  recorder,
  resend,
  seed,
  atOnce,
  over,
  paceMs = 0,
}: Load): Promise<number> {
  const reviewers = (await world.people(2, "reviewer", "admin", true)).map(
    (account, n) => new Reviewer(account, random(seed + 1 + n), recorder),
  );
  for (const reviewer of reviewers) await reviewer.begin(world.urls[0]!);
  const next = random(seed);
  const rest = () => pause(below(next, paceMs + 1));
  let people = 0;
  const life = async () => {
    while (!over()) {
      people += 1;
      const email = `person${people}@test.example`;
      const applicant = new Applicant(email, random(seed + 1_000 + people), recorder, resend);
      while (!over() && applicant.stage !== "gone") {
        await applicant.step();
        await rest();
      }
    }
  };
  await Promise.all([
    ...Array.from({ length: atOnce }, life),
    ...reviewers.map(async (reviewer) => {
      while (!over()) {
        await reviewer.step();
        await rest();
      }
    }),
  ]);
  return people;
}
