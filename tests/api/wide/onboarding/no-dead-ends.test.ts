import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { loadWithGuardian, consentingGuardian, isMinor } from "@/lib/onboarding/submission/guardian-consent";
import { paths } from "@/lib/routes/paths";
import { checkAccess } from "@/lib/routes/policy";
import { requiredForm } from "@/lib/submission-rules";
import { buildUser, type UserSpec } from "../../../../prisma/seed/builders";
import { NothingToDo, acts, mustAct, row, type Scenario } from "../../../support/account-acts";
import { DeadEnd, submitOffered, tryForm, viewerOf, type Random } from "../../../support/presented-form";
import { adminSpec, build, freshEmail, freshNumber } from "../../../support/api";

/**
 * Whatever applicant, reviewer, administrator and clock do, there is a way forward: the form can be submitted as it is
 * presented, or a reviewer can decide, or the account is finished (product 2.2).
 */
const WALKS = 30;
const MAX_STEPS = 25;

/** Throws DeadEnd if neither applicant nor reviewer can act. */
async function requireWayForward(scenario: Scenario, isEnd = false): Promise<void> {
  const { userId, n, random } = scenario;
  const user = await row(userId);
  if (!user) return;
  const viewer = await viewerOf(userId);
  const open = (path: string) => {
    if (!checkAccess(viewer, path).allow) throw new DeadEnd(`${path} may not be opened`);
  };
  if (await mustAct(userId)) {
    if (!isEnd) return tryForm(userId, n, random);
    await submitOffered(userId, n, random);
    return requireWayForward(scenario, true);
  }
  if (user.role === "none") return open(paths.chooseProfile());
  if (!requiredForm(user)) return open(paths.investorType());
  if (user.status === "approved") return open(paths.dashboard());
  // A reviewer decides on the current submission.
  open(paths.verificationSuccess());
  if (user.currentSubmission?.state !== "pending")
    throw new DeadEnd("nothing that a reviewer could decide on");
  if (!isEnd) return;
  const withGuardian = await loadWithGuardian(db, userId);
  if (!isMinor(withGuardian) || consentingGuardian(withGuardian)) return acts.approve(scenario);
  // Another test may require the consent of a guardian at this moment.
  try {
    await acts.guardianConsents(scenario);
    await acts.approve(scenario);
  } catch (error) {
    // They can ask again tomorrow.
    if (!(error instanceof AppError && error.code === "RATE_LIMITED")) throw error;
    await acts.reject(scenario);
  }
}

const isRefusal = (error: unknown) =>
  error instanceof NothingToDo || (error instanceof AppError && error.status < 500);

/** A linear congruential generator: the same seed repeats the sequence. */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];
/** Actions that lead far into the flow are drawn more often. */
const act = fc.constantFrom<Act>(...names, "submit", "submit", "flagAndRequestChanges", "changeRole");
const steps = fc.array(fc.tuple(act, fc.noBias(fc.nat())), { minLength: 1, maxLength: MAX_STEPS });
const starts = [
  {},
  { role: "startup" },
  { role: "investor", investorType: "personal" },
  { role: "investor", investorType: "corporate" },
] as const satisfies Partial<UserSpec>[];

/** Sequences that contain every action, whatever the random draw. */
const script = (text: string) => text.split(" ").map((name) => [name as Act, 1_000] as [Act, number]);
/** With these seeds an answer is flagged and an account is erased; many others draw a part that is refused, or keep the account. */
const [flagged, erased] = [
  ["flag", 683],
  ["erase", 2_000],
] as [[Act, number], [Act, number]];
type Drawn = [
  start: (typeof starts)[number],
  minor: boolean,
  returned: boolean,
  moved: boolean,
  [Act, number][],
];
const scripts: Drawn[] = [
  [starts[0], false, false, false, script("chooseRole chooseType saveDraft sendAnswers forgetDraft submit")],
  [
    starts[2],
    true,
    false,
    false,
    [
      ...script("submit changeName archive guardianDeclines guardianConsents"),
      flagged,
      ...script(
        "requestChanges ageFiles submit flagAndRequestChanges submit reject redact submit approve renew submit approve comeOfAge submit changeRole",
      ),
      erased,
    ],
  ],
];

describe("an account", () => {
  it("has a way forward after every act", async () => {
    const [reviewer, chief] = [
      await viewerOf((await build(adminSpec())).id),
      await viewerOf((await build(adminSpec(true))).id),
    ];
    const reached = new Set<Act>();

    /** Performs one action, which may be refused, and requires a way forward after it. */
    async function take(scenario: Scenario, name: Act, done: Act[]): Promise<void> {
      try {
        await acts[name](scenario).then(
          () => {
            reached.add(name);
            done.push(name);
          },
          (error: unknown) => {
            if (!isRefusal(error)) throw error;
          },
        );
        await requireWayForward(scenario);
      } catch (error) {
        throw new Error(`After ${done.join(", ")}, at ${name}: ${String(error)}`, { cause: error });
      }
    }

    const walked = fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      steps,
      async (start, isMinor, isReturned, isMoved, scenario) => {
        const n = 2 * freshNumber() + (isMinor ? 0 : 1);
        const email = freshEmail("walker").replace("test.example", "seedline.example");
        const userId = await buildUser({ n, name: "Walker Test", email, ...start });
        const done: Act[] = [];
        // Half of them begin with requested changes, and perhaps another role: most dead ends were found there.
        const before: [Act, number][] = isReturned
          ? [
              ["submit", 0],
              ["flagAndRequestChanges", scenario[0]![1]],
              ...(isMoved ? [["changeRole", scenario[0]![1]] as [Act, number]] : []),
            ]
          : [];
        for (const [name, seed] of [...before, ...scenario]) {
          if (!(await row(userId))) return;
          await take({ userId, n, reviewer, chief, random: randomOf(seed) }, name, done);
        }
        await requireWayForward({ userId, n, reviewer, chief, random: randomOf(0) }, true).catch(
          (error: unknown) => {
            throw new Error(`After ${done.join(", ")}, to the end: ${String(error)}`, { cause: error });
          },
        );
      },
    );
    await fc.assert(walked, { numRuns: WALKS, endOnFailure: true, examples: scripts });
    // The sequences reach the states that they claim to reach.
    expect(names.filter((name) => !reached.has(name))).toEqual([]);
  });
});
