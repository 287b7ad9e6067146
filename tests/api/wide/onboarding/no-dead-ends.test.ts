import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { loadWithGuardian, consentingGuardian, isMinor } from "@/lib/onboarding/submission/guardian-consent";
import { paths } from "@/lib/routes/paths";
import { checkAccess } from "@/lib/routes/policy";
import { requiredForm } from "@/lib/submission-rules";
import { buildUser, type UserSpec } from "../../../../prisma/seed/builders";
import { NothingToDo, acts, mustAct, row, type Walk } from "../../../support/account-acts";
import { DeadEnd, submitOffered, tryForm, viewerOf, type Random } from "../../../support/account-walk";
import { adminSpec, build, freshEmail, freshNumber } from "../../../support/api";

/**
 * Whatever applicant, reviewer, administrator and clock do, somebody has a way forward: the form that is offered can be submitted as
 * offered, or a reviewer can decide, or the account is finished (product 2.2).
 */
const WALKS = 30;
const MAX_STEPS = 25;

/** Throws DeadEnd if neither applicant nor reviewer can act. */
async function requireWayForward(walk: Walk, isEnd = false): Promise<void> {
  const { userId, n, random } = walk;
  const user = await row(userId);
  if (!user) return;
  const viewer = await viewerOf(userId);
  const open = (path: string) => {
    if (!checkAccess(viewer, path).allow) throw new DeadEnd(`${path} may not be opened`);
  };
  if (await mustAct(userId)) {
    if (!isEnd) return tryForm(userId, n, random);
    await submitOffered(userId, n, random);
    return requireWayForward(walk, true);
  }
  if (user.role === "none") return open(paths.chooseProfile());
  if (!requiredForm(user)) return open(paths.investorType());
  if (user.status === "approved") return open(paths.dashboard());
  // A reviewer decides on what is current.
  open(paths.verificationSuccess());
  if (user.currentSubmission?.state !== "pending")
    throw new DeadEnd("nothing that a reviewer could decide on");
  if (!isEnd) return;
  const withGuardian = await loadWithGuardian(db, userId);
  if (!isMinor(withGuardian) || consentingGuardian(withGuardian)) return acts.approve(walk);
  // Another test may require the consent of a guardian at this moment.
  try {
    await acts.guardianConsents(walk);
    await acts.approve(walk);
  } catch (error) {
    // They can ask again tomorrow.
    if (!(error instanceof AppError && error.code === "RATE_LIMITED")) throw error;
    await acts.reject(walk);
  }
}

const isRefusal = (error: unknown) =>
  error instanceof NothingToDo || (error instanceof AppError && error.status < 500);

/** A linear congruential generator, which does the same again for the same seed. */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];
/** Acts that lead far are drawn more often. */
const act = fc.constantFrom<Act>(...names, "submit", "submit", "flagAndRequestChanges", "changeRole");
const steps = fc.array(fc.tuple(act, fc.noBias(fc.nat())), { minLength: 1, maxLength: MAX_STEPS });
const starts = [
  {},
  { role: "startup" },
  { role: "investor", investorType: "personal" },
  { role: "investor", investorType: "corporate" },
] as const satisfies Partial<UserSpec>[];

/** Walks that contain every act, whatever chance brings. */
const script = (text: string) => text.split(" ").map((name) => [name as Act, 1_000] as [Act, number]);
/** With these numbers an answer is flagged, and an account is erased; many others draw a part that is refused, or leave the account. */
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
        "requestChanges ageFiles submit flagAndRequestChanges submit reject redact submit approve comeOfAge submit changeRole",
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

    /** Does one act, which may be refused, and requires a way forward after it. */
    async function take(walk: Walk, name: Act, done: Act[]): Promise<void> {
      try {
        await acts[name](walk).then(
          () => {
            reached.add(name);
            done.push(name);
          },
          (error: unknown) => {
            if (!isRefusal(error)) throw error;
          },
        );
        await requireWayForward(walk);
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
      async (start, isMinor, isReturned, isMoved, walk) => {
        const n = 2 * freshNumber() + (isMinor ? 0 : 1);
        const email = freshEmail("walker").replace("test.example", "seedline.example");
        const userId = await buildUser({ n, name: "Walker Test", email, ...start });
        const done: Act[] = [];
        // Half of them begin with a submission that was returned for some changes, and perhaps another role: there most dead ends were.
        const before: [Act, number][] = isReturned
          ? [
              ["submit", 0],
              ["flagAndRequestChanges", walk[0]![1]],
              ...(isMoved ? [["changeRole", walk[0]![1]] as [Act, number]] : []),
            ]
          : [];
        for (const [name, seed] of [...before, ...walk]) {
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
    // The walks exercise what they claim to.
    expect(names.filter((name) => !reached.has(name))).toEqual([]);
  });
});
