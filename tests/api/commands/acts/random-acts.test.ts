import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { verifyLedger } from "@/lib/ledger/verify";
import { createUser, reviewer, viewerOf } from "../../../support/accounts";
import { watchBooks } from "../../../support/books";
import { openPlan } from "../../../support/investments";
import { runAndUndo, sequences, type World } from "../../../support/random-acts";

/** Undoing all acts of a random sequence (ADR 44). `ACT_SEQUENCES` sets the number of sequences. */
const RUNS = Number(process.env["ACT_SEQUENCES"] ?? 5);
let world: World;
beforeAll(async () => {
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  const terms = {
    minimum: "1000000",
    earlyRedemption: { fromDay: 1, charge: 100 },
    payout: "monthly",
  } as const;
  const declared = { ...terms, return: { kind: "declared", low: 0, high: 1_000 } } as const;
  world = {
    staff: await reviewer(),
    other: await reviewer(),
    confirmer: await reviewer(true),
    investor: await viewerOf(
      await createUser({ ...spec, submittedAt: new Date(Date.now() - 30 * 86_400_000) }),
    ),
    plans: [await openPlan(terms), await openPlan(declared)],
    expectSoundBooks: await watchBooks(),
  };
});
afterAll(async () => {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  expect(problems).toEqual([]);
});

it(
  "undoing all acts from the last leaves every balance and state as at the start",
  { timeout: RUNS * 20_000 },
  async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        const run = await runAndUndo(world, steps);
        done += run.done;
        expect(run.after).toEqual(run.before);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    const [copied] = await db.$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM money_act_subjects WHERE before ?| ARRAY['data_key', 'account_cipher']`;
    expect(copied.count).toBe(0);
    // The sequences are not empty.
    expect(done).toBeGreaterThan(RUNS);
  },
);
