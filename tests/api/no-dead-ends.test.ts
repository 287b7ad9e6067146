import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameGuardian, hashToken } from "@/lib/account/guardian/request";
import { consent, decline } from "@/lib/account/guardian/answer";
import { deleteMe, setInvestorType, setRole, updateMe } from "@/lib/account/profile-commands";
import { requestArchive } from "@/lib/account/archive";
import { changeRole, deleteUser } from "@/lib/administration/commands";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { decideSubmission } from "@/lib/review/commands";
import { decisionSchema } from "@/lib/review/schema";
import { requestChanges, reviewPart } from "@/lib/review/parts";
import { checkAccess } from "@/lib/routes/policy";
import { paths } from "@/lib/routes/paths";
import { verifyAgain } from "@/lib/verification/coming-of-age";
import { saveDraft } from "@/lib/verification/draft";
import { askedAnswers } from "@/lib/verification/form-paths";
import { loadWithGuardian, consentingGuardian, isMinor } from "@/lib/verification/guardian-consent";
import { requiredForm } from "@/lib/verification/policy";
import { deleteAbandonedDrafts, redactExpiredRejections } from "@/lib/verification/retention";
import type { Viewer } from "@/lib/viewer";
import { buildUser, type UserSpec } from "../../prisma/seed/builders";
import {
  DeadEnd,
  offeredForm,
  sendAnswers,
  submitOffered,
  tryForm,
  viewerOf,
  type Random,
} from "../support/account-walk";
import { adminSpec, build, freshEmail, freshNumber, randomDigits } from "../support/api";
import { born } from "../support/guardians";

/**
 * Whatever applicant, reviewer, administrator and clock do, somebody has a way forward: the form that is offered can be submitted as
 * offered, or a reviewer can decide, or the account is finished (product 2.2).
 */
const WALKS = 30;
const MAX_STEPS = 25;
const DAY_MS = 86_400_000;

interface Walk {
  userId: string;
  n: number;
  reviewer: Viewer;
  chief: Viewer;
  random: Random;
}

const row = (userId: string) =>
  db.user.findUnique({
    where: { id: userId },
    include: { currentSubmission: { include: { signatories: true, documents: true, personal: true } } },
  });

/** Thrown by an act that the account is not in a state for. */
class NothingToDo extends Error {}

/** Flags a part of the current submission: a section, an answer or a document. */
async function flag({ userId, reviewer, random }: Walk): Promise<void> {
  const user = await row(userId);
  const current = user?.currentSubmission;
  if (!current) throw new NothingToDo();
  const answers = askedAnswers(current.kind, random(2) ? "investor" : "startup").flatMap(({ answer }) =>
    answer.includes("*")
      ? current.signatories.map((_, index) => answer.replace("*", String(index)))
      : [answer],
  );
  // What the form does not ask for, and what only follows from an answer.
  const extra =
    current.kind === "corporate"
      ? ["corporate.documents.memorandumAndArticles", "corporate.bankDetails.accountType"]
      : ["nextOfKin.relationshipOther", "personal.localGovernmentOther", "bankDetails.accountTypeOther"];
  const sections = [...new Set(answers.map((answer) => answer.slice(0, answer.lastIndexOf("."))))];
  const parts = [...answers, ...answers, ...sections, ...extra].filter((part) => part !== "corporate");
  await reviewPart(reviewer, userId, {
    submissionId: current.id,
    part: parts[random(parts.length)]!,
    verdict: random(6) ? "flagged" : "open",
    reason: "other",
    note: "Look at it again",
    seen: undefined,
  });
}

const guardianAnswers = () => ({
  fullName: "Bisi Test",
  relationship: "Parent" as const,
  phoneNumber: `80${randomDigits(8)}`,
  dateOfBirth: born(45),
  ninNumber: randomDigits(11),
  agreed: true as const,
});

/** Names a guardian whose link has this token. */
async function ask({ userId }: Walk): Promise<string> {
  await nameGuardian(await viewerOf(userId), { email: freshEmail("guardian") });
  const token = `walk-${randomDigits(12)}`;
  await db.guardianRequest.update({ where: { userId }, data: { tokenHash: hashToken(token) } });
  return token;
}

const acts = {
  chooseRole: async ({ userId, random }) => {
    const role = random(2) ? "investor" : "startup";
    await setRole(await viewerOf(userId), role);
  },
  chooseType: async ({ userId, random }) => {
    const type = random(2) ? "personal" : "corporate";
    await setInvestorType(await viewerOf(userId), type);
  },
  saveDraft: async ({ userId }) => {
    if (!(await mustAct(userId))) throw new NothingToDo();
    const { wizard, values, viewer } = await offeredForm(userId);
    await saveDraft(viewer, { values: wizard.answersOf(values), savedAt: null });
  },
  sendAnswers: async ({ userId, n }) => {
    if (!(await mustAct(userId))) throw new NothingToDo();
    await sendAnswers(await offeredForm(userId), n);
  },
  submit: async ({ userId, n, random }) => {
    if (!(await mustAct(userId))) throw new NothingToDo();
    await submitOffered(userId, n, random);
  },
  flag,
  flagAndRequestChanges: async (walk) => {
    for (let flags = 1 + walk.random(3); flags > 0; flags -= 1) await flag(walk);
    await acts.requestChanges(walk);
  },
  requestChanges: async ({ userId, reviewer }) => {
    const submissionId = (await row(userId))?.currentSubmissionId;
    if (!submissionId) throw new NothingToDo();
    await requestChanges(reviewer, userId, { submissionId });
  },
  reject: async ({ userId, reviewer }) => {
    await decideSubmission(
      reviewer,
      userId,
      decisionSchema.parse({ status: "rejected", rejectionReason: "Not readable" }),
    );
  },
  approve: async ({ userId, reviewer }) => {
    await decideSubmission(reviewer, userId, decisionSchema.parse({ status: "approved" }));
  },
  changeRole: async ({ userId, reviewer, chief, random }) => {
    const other = (await row(userId))?.role === "startup" ? "investor" : "startup";
    const role = random(5) ? other : "admin";
    await changeRole(role === "admin" ? chief : reviewer, userId, role);
    if (role === "admin") await changeRole(chief, userId, random(2) ? "startup" : "investor");
  },
  changeName: async ({ userId, random }) => {
    await updateMe(await viewerOf(userId), { name: `Walker ${random(1_000)}` });
  },
  guardianConsents: async (walk) => {
    await consent({ token: await ask(walk), ...guardianAnswers() });
  },
  guardianDeclines: async (walk) => {
    const token = await ask(walk);
    if (walk.random(2)) await consent({ token, ...guardianAnswers() });
    await decline({ token });
  },
  /** The clock: the applicant, who was under 18 at the submission, is an adult now. */
  comeOfAge: async ({ userId }) => {
    const user = await row(userId);
    if (!user?.currentSubmission?.personal || user.status !== "approved") throw new NothingToDo();
    const submissionId = user.currentSubmission.id;
    await db.personalDetails.update({ where: { submissionId }, data: { dateOfBirth: new Date(born(18)) } });
    await db.submission.update({ where: { id: submissionId }, data: { adultAskedAt: new Date() } });
    await verifyAgain(await viewerOf(userId));
  },
  /** The clock: the utility bill is too old to be sent again. */
  ageFiles: async ({ userId }) => {
    const createdAt = new Date(Date.now() - 100 * DAY_MS);
    await db.file.updateMany({ where: { ownerId: userId }, data: { createdAt } });
  },
  /** The clock: documents and numbers of a rejection are deleted. */
  redact: async ({ userId }) => {
    const long = new Date(Date.now() - 400 * DAY_MS);
    const past = { submittedAt: long };
    await db.submission.updateMany({ where: { userId, state: "superseded" }, data: past });
    await db.submission.updateMany({
      where: { userId, state: "rejected" },
      data: { ...past, reviewedAt: long },
    });
    await redactExpiredRejections();
  },
  /** The clock: an unchanged draft is deleted. */
  forgetDraft: async ({ userId }) => {
    const long = new Date(Date.now() - 400 * DAY_MS);
    await db.formDraft.updateMany({ where: { userId }, data: { updatedAt: long } });
    await db.submission.updateMany({ where: { userId, state: "draft" }, data: { createdAt: long } });
    await deleteAbandonedDrafts();
  },
  archive: async ({ userId }) => {
    await requestArchive(await viewerOf(userId));
  },
  erase: async ({ userId, chief, random }) => {
    if (random(8)) throw new NothingToDo();
    if (random(2)) await deleteMe(await viewerOf(userId));
    else await deleteUser(chief, userId, "test");
  },
} satisfies Record<string, (walk: Walk) => Promise<void>>;

/** Whether the next step is the applicant's, at their form. */
async function mustAct(userId: string): Promise<boolean> {
  const user = await row(userId);
  if (!user || user.status === "approved" || !requiredForm(user)) return false;
  return user.status === "rejected" || user.submittedAt === null;
}

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
  }, 120_000);
});
