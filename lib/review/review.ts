import "server-only";
import { can } from "@/lib/rights";
import { listProposalsAbout } from "@/lib/approvals/queries";
import { isRequired } from "@/lib/approvals/requirements";
import { recordReads } from "@/lib/audit/reads";
import { db, withinTransaction, type Tx } from "@/lib/db/client";
import { readConsistently } from "@/lib/db/consistent";
import { AppError, notFound } from "@/lib/errors";
import { describeError, log } from "@/lib/log";
import type { IdentityRow } from "@/lib/onboarding/link-facts";
import { loadWithGuardian } from "@/lib/onboarding/submission/guardian-consent";
import { loadCase, type CaseRow } from "@/lib/users/admin-queries";
import { toUserDto } from "@/lib/users/serialize";
import type { Viewer } from "@/lib/viewer";
import { listBlocks } from "./blocks/queries";
import { listProfileChanges } from "./cases/profile-changes";
import { readCase } from "./cases/queries";
import { listReads } from "./cases/reads";
import { listSubmissions } from "./cases/submission-history";
import { listTimeline } from "./cases/timeline";
import { listChecks } from "./checks/list-checks";
import { findHiddenReasons } from "./decisions/approval-reasons";
import { findGuardian } from "./decisions/guardian";
import { listPartReviews } from "./decisions/parts";
import { readDuplicates } from "./duplicates/queries";
import { findingsOf } from "./findings/find";
import { listIdentityChecks } from "./identity-checks/queries";
import type { FindingDto } from "./findings/schema";
import { readRisk } from "@/lib/risk/rating";
import type { ReviewDto, ReviewPanelName } from "./schema";
import { listHits } from "./screening/hits";

type Reads = Parameters<typeof recordReads>[1];
/** The state of one read of a case, and the reads to record. */
interface Reading {
  viewer: Viewer;
  user: CaseRow;
  reads: Reads[number][];
  /** The applicant's identifying details, read with the duplicates. */
  identity?: IdentityRow;
  /** The panels read so far, from which later panels are derived. */
  done: Partial<ReviewDto>;
  /** The applicant with their guardian, read once. */
  withGuardian: () => ReturnType<typeof loadWithGuardian>;
}

/** The panels of the review page, read sequentially in this order. */
const panels: { [K in ReviewPanelName]: (reading: Reading) => Promise<NonNullable<ReviewDto[K]>> } = {
  case: ({ viewer, user }) => readCase(viewer, user),
  submissions: ({ viewer, user }) => listSubmissions(viewer, user),
  parts: ({ user }) => listPartReviews(user),
  checks: async ({ user, withGuardian }) => listChecks(user, await withGuardian()),
  duplicates: async (reading) => {
    const { viewer, user, reads } = reading;
    const { duplicates, subjects, identity } = await readDuplicates(viewer, user);
    reading.identity = identity;
    reads.push(...subjects);
    return duplicates;
  },
  blocks: ({ user, identity }) => listBlocks(user.id, db, identity),
  guardian: async ({ user, withGuardian }) => findGuardian(user, await withGuardian()),
  screening: ({ user }) => listHits(user.id),
  identityChecks: ({ user }) => listIdentityChecks(user),
  risk: ({ viewer, user }) => readRisk(viewer, user),
  findings: ({ viewer, user, done }) => findFindings(viewer, user, done),
  proposals: ({ viewer, user }) => listProposalsAbout(viewer, user),
  profileChanges: ({ user }) => listProfileChanges(user.id),
  timeline: ({ viewer, user }) => listTimeline(viewer, user.id),
  reads: async ({ viewer, user }) => (can(viewer, "audit.read") ? listReads(viewer, user.id) : []),
};
const names = Object.keys(panels) as ReviewPanelName[];

async function findFindings(viewer: Viewer, user: CaseRow, done: Partial<ReviewDto>) {
  const secondApproval = await isRequired(db, "second_approval");
  const { case: item, parts, checks, duplicates, blocks, guardian, screening, identityChecks, risk } = done;
  return findingsOf({
    case: item ?? null,
    parts: parts ?? null,
    checks: checks ?? null,
    duplicates: duplicates ?? null,
    blocks: blocks ?? null,
    guardian: guardian ?? null,
    screening: screening ?? null,
    identityChecks: identityChecks ?? null,
    risk: risk ?? null,
    form: user.currentSubmission?.kind ?? "individual",
    closed: user.closedAt && { goesOn: user.duplicateOf?.companyName ?? user.duplicateOf?.name ?? null },
    secondApproval,
    hidden: [
      ...(await findHiddenReasons(db, user, viewer.userId)),
      ...(user.currentSubmissionId ? [] : (["no_submission"] as const)),
    ],
  });
}

/** The panels from which the findings are derived. */
const sources = [
  "case",
  "parts",
  "checks",
  "duplicates",
  "blocks",
  "guardian",
  "screening",
  "identityChecks",
  "risk",
] as const;

/**
 * Returns the findings of a case as this administrator sees them, read in the transaction of a decision. No read is recorded: they are not
 * shown. Throws NOT_FOUND.
 */
export const readFindings = (tx: Tx, viewer: Viewer, userId: string): Promise<FindingDto[]> =>
  withinTransaction(tx, async () => {
    const reading = await startReading(viewer, userId);
    for (const name of sources) Object.assign(reading.done, { [name]: await panels[name](reading) });
    return findFindings(viewer, reading.user, reading.done);
  });

async function startReading(viewer: Viewer, userId: string): Promise<Reading> {
  const user = await loadCase(viewer, userId);
  if (!user) throw notFound("User not found");
  let row: ReturnType<typeof loadWithGuardian> | undefined;
  return {
    viewer,
    user,
    reads: [{ subjectId: userId, part: "account" }],
    done: {},
    withGuardian: () => (row ??= loadWithGuardian(db, userId)),
  };
}

/** Reads the user and all panels. A panel that fails is null if `isTolerant`; otherwise the first failure is thrown. */
async function read(viewer: Viewer, userId: string, isTolerant: boolean) {
  const reading = await startReading(viewer, userId);
  for (const name of names) {
    const panel = await panels[name](reading).catch((error: unknown) => {
      if (!isTolerant) throw error;
      log.error({ event: "review.panel_failed", code: name, userId, ...describeError(error) });
      return null;
    });
    Object.assign(reading.done, { [name]: panel });
  }
  const review = {
    user: toUserDto(reading.user, viewer.isSuper ? "super" : "admin"),
    ...reading.done,
  } as ReviewDto;
  return { review, reads: reading.reads };
}

/**
 * Returns everything that the review page shows about a user, from one consistent snapshot. The read is recorded once, before it is
 * returned (threat 51). If a panel fails, each panel is read separately, so that the others are available. Throws NOT_FOUND.
 */
export async function getReview(viewer: Viewer, userId: string): Promise<ReviewDto> {
  const { review, reads } = await readConsistently(() => read(viewer, userId, false)).catch(
    (error: unknown) => {
      if (error instanceof AppError) throw error;
      return read(viewer, userId, true);
    },
  );
  await recordReads(viewer, reads);
  return review;
}
