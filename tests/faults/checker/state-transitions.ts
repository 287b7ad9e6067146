import type { State } from "./history";

/** The allowed events per verification status (product 10.5, 10.9). */
const next: Record<string, Record<string, string>> = {
  none: { "submission.submitted": "pending" },
  pending: { "submission.approved": "approved", "submission.rejected": "rejected" },
  approved: { "submission.rejected": "rejected" },
  rejected: { "submission.approved": "approved", "submission.submitted": "pending" },
};

/** Replays each user's events from the audit chain and compares the result with the rows. Yields violations. */
export function* checkStateTransitions(state: State): Generator<string> {
  const at = new Map<string, { standing: string; submissionId: string | null }>();
  const gone = new Set<string>();
  for (const { action, targetId, submissionId } of state.audit) {
    if (!targetId) continue;
    if (gone.has(targetId)) yield `${action} of somebody who was erased (${targetId})`;
    if (action === "user.deleted") gone.add(targetId);
    if (!/^submission\.(?:submitted|approved|rejected)$/.test(action)) continue;
    const before = at.get(targetId) ?? { standing: "none", submissionId: null };
    const standing = next[before.standing]?.[action];
    if (!standing) yield `${action} of ${targetId}, whose verification was ${before.standing}`;
    const isNew = action === "submission.submitted";
    if (isNew === (submissionId === before.submissionId))
      yield `${action} of ${targetId} is about submission ${submissionId} after ${before.submissionId}`;
    at.set(targetId, { standing: standing ?? before.standing, submissionId });
  }

  for (const user of state.users.filter(({ role }) => role !== "admin")) {
    const own = state.submissions.filter(({ userId }) => userId === user.id);
    const life = at.get(user.id) ?? { standing: "none", submissionId: null };
    const shown = user.submittedAt ? user.status : "none";
    if (shown !== life.standing) yield `${user.email} is shown as ${shown} and is ${life.standing}`;
    if (user.currentSubmissionId !== life.submissionId)
      yield `${user.email} is shown with another submission than the last`;
    const current = own.find(({ id }) => id === life.submissionId);
    if (life.standing !== "none" && current?.state !== life.standing)
      yield `the submission of ${user.email} is ${current?.state ?? "missing"} and should be ${life.standing}`;
    for (const earlier of own.filter(({ id, state: now }) => id !== life.submissionId && now !== "draft")) {
      if (earlier.state !== "rejected") yield `an earlier submission of ${user.email} is ${earlier.state}`;
    }
    const drafts = own.filter(({ state: now }) => now === "draft").length;
    if (drafts > 1) yield `${user.email} has ${drafts} drafts of a submission`;
    if (own.length > 0 && !user.verified) yield `${user.email} submitted without a proved address`;
  }
}
