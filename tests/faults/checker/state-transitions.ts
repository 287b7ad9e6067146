import type { State } from "./history";

/** The allowed events per verification status (product 10.5, 10.9). */
const next: Record<string, Record<string, string>> = {
  none: { "submission.submitted": "pending" },
  pending: { "submission.approved": "approved", "submission.rejected": "rejected" },
  approved: { "submission.rejected": "rejected" },
  rejected: { "submission.approved": "approved", "submission.submitted": "pending" },
};

const reads = new Set(["user.viewed", "document.viewed"]);

/** Replays each user's events from the audit chain and compares the result with the rows. Yields violations. */
export function* checkStateTransitions(state: State): Generator<string> {
  const at = new Map<string, { status: string; submissionId: string | null }>();
  const gone = new Set<string>();
  for (const { action, targetId, submissionId } of state.audit) {
    if (!targetId) continue;
    // A read before a deletion may be recorded just after it.
    if (gone.has(targetId) && !reads.has(action)) yield `${action} of a user who was deleted (${targetId})`;
    if (action === "user.deleted") gone.add(targetId);
    if (!/^submission\.(?:submitted|approved|rejected)$/.test(action)) continue;
    const before = at.get(targetId) ?? { status: "none", submissionId: null };
    const status = next[before.status]?.[action];
    if (!status) yield `${action} of ${targetId}, whose verification was ${before.status}`;
    const isNew = action === "submission.submitted";
    if (isNew === (submissionId === before.submissionId))
      yield `${action} of ${targetId} is about submission ${submissionId} after ${before.submissionId}`;
    at.set(targetId, { status: status ?? before.status, submissionId });
  }

  for (const user of state.users.filter(({ role }) => role !== "admin")) {
    const submissions = state.submissions.filter(({ userId }) => userId === user.id);
    const last = at.get(user.id) ?? { status: "none", submissionId: null };
    const shown = user.submittedAt ? user.status : "none";
    if (shown !== last.status) yield `${user.email} is shown as ${shown} and is ${last.status}`;
    if (user.currentSubmissionId !== last.submissionId)
      yield `${user.email} is shown with another submission than the latest`;
    const current = submissions.find(({ id }) => id === last.submissionId);
    if (last.status !== "none" && current?.state !== last.status)
      yield `the submission of ${user.email} is ${current?.state ?? "missing"} and should be ${last.status}`;
    for (const earlier of submissions.filter(
      ({ id, state: now }) => id !== last.submissionId && now !== "draft",
    )) {
      if (earlier.state !== "rejected") yield `an earlier submission of ${user.email} is ${earlier.state}`;
    }
    const drafts = submissions.filter(({ state: now }) => now === "draft").length;
    if (drafts > 1) yield `${user.email} has ${drafts} drafts of a submission`;
    if (submissions.length > 0 && !user.verified) yield `${user.email} submitted without a verified address`;
  }
}
