import type { Call, State } from "./history";
import { checkStateTransitions } from "./state-transitions";

/** The description of a violation. */
export type Violation = string;

const byKind = <K extends Call["kind"]>(history: Call[], kind: K) =>
  history.filter((call): call is Extract<Call, { kind: K }> => call.kind === kind);
const count = <T>(list: T[], fits: (item: T) => boolean) => list.filter(fits).length;
const times = (n: number) => (n === 1 ? "once" : `${n} times`);

/**
 * Compares a history with the final state. Returns all violations; none means that no acknowledged change was lost, none was duplicated,
 * and no forbidden state was reached. Pure.
 */
export function check(history: Call[], state: State): Violation[] {
  const world = new CheckerInput(history, state);
  return [
    ...answers(history),
    ...registrations(world),
    ...drafts(world),
    ...uploads(world),
    ...submissions(world),
    ...decisions(world),
    ...deletions(world),
    ...mails(world),
    ...files(world),
    ...refreshes(world),
    ...checkStateTransitions(state),
    ...(state.chain ? [`the audit chain is broken: ${state.chain}`] : []),
    ...totals(state),
  ];
}

/** History and state, with lookups shared by several checks. */
class CheckerInput {
  private readonly ids: Map<string, string>;
  readonly history: Call[];
  readonly state: State;

  constructor(history: Call[], state: State) {
    this.history = history;
    this.state = state;
    this.ids = new Map(state.users.map((user) => [user.email, user.id]));
  }

  userId = (email: string) => this.ids.get(email);

  /**
   * Whether a deletion of this user was requested and not rejected, so that both results are valid. If the connection to a server breaks,
   * nginx repeats a DELETE at another one: after the first has deleted the user, the second answers 401 or 404.
   */
  mayBeGone = (email: string) =>
    this.history.some(
      (call) =>
        call.kind === "delete" &&
        call.email === email &&
        (call.outcome !== "refused" || call.status === 401 || call.status === 404),
    );

  /** Whether a later call by the same user may have undone the call at `index`. */
  undoneAfter(index: number, email: string, undoes: (call: Call) => boolean): boolean {
    return this.history
      .slice(index + 1)
      .some((call) => "email" in call && call.email === email && call.outcome !== "refused" && undoes(call));
  }
}

/** Checks that every failure is a 503 with the envelope, or a closed connection. */
function* answers(history: Call[]): Generator<Violation> {
  for (const call of history) {
    if (call.malformed) yield `${call.kind} was answered ${call.status} without the envelope`;
    else if (call.status >= 500 && call.status !== 503) yield `${call.kind} was answered ${call.status}`;
  }
}

function* registrations({ history, state, mayBeGone }: CheckerInput): Generator<Violation> {
  const asked = new Set(byKind(history, "register").map(({ email }) => email));
  for (const email of asked) {
    const calls = byKind(history, "register").filter((call) => call.email === email);
    const stored = count(state.users, (user) => user.email === email);
    if (stored > 1) yield `${email} is stored ${times(stored)}`;
    if (stored === 0 && calls.some(({ outcome }) => outcome === "ok") && !mayBeGone(email))
      yield `the registration of ${email} was lost`;
    if (stored > 0 && calls.every(({ outcome }) => outcome === "refused"))
      yield `${email} exists although the registration was rejected`;
  }
  for (const call of [...byKind(history, "verify"), ...byKind(history, "role"), ...byKind(history, "type")]) {
    const user = state.users.find(({ email }) => email === call.email);
    if (call.outcome !== "ok" || !user) continue;
    if (call.kind === "verify" && !user.verified) yield `the verification of ${call.email} was lost`;
    if (call.kind === "role" && user.role !== call.role) yield `the role of ${call.email} was lost`;
    if (call.kind === "type" && user.investorType !== call.type) yield `the type of ${call.email} was lost`;
  }
}

function* drafts(world: CheckerInput): Generator<Violation> {
  for (const [index, call] of world.history.entries()) {
    if (call.kind !== "draft" || call.outcome !== "ok") continue;
    const undone = world.undoneAfter(index, call.email, ({ kind }) =>
      ["draft", "submit", "delete"].includes(kind),
    );
    const user = world.state.users.find(({ email }) => email === call.email);
    if (!undone && !world.mayBeGone(call.email) && user?.draftSavedAt !== call.savedAt)
      yield `the draft of ${call.email} was lost`;
  }
}

function* uploads(world: CheckerInput): Generator<Violation> {
  for (const [index, call] of world.history.entries()) {
    if (call.kind !== "upload" || call.outcome !== "ok") continue;
    const undone = world.undoneAfter(
      index,
      call.email,
      (later) =>
        later.kind === "submit" ||
        later.kind === "delete" ||
        (later.kind === "upload" && later.field === call.field),
    );
    const userId = world.userId(call.email);
    const stored = world.state.draftFiles.some(
      (file) => file.userId === userId && file.fileId === call.fileId,
    );
    if (!undone && !world.mayBeGone(call.email) && !stored)
      yield `the upload of ${call.field} by ${call.email} was lost`;
  }
}

function* submissions({ history, state, mayBeGone, userId }: CheckerInput): Generator<Violation> {
  for (const call of byKind(history, "submit")) {
    const made = state.submissions.filter(({ mark, state: at }) => mark === call.mark && at !== "draft");
    const name = `submission ${call.mark} of ${call.email}`;
    if (made.length > 1) yield `${name} is stored ${times(made.length)}`;
    if (made.length === 0 && call.outcome === "ok" && !mayBeGone(call.email)) yield `${name} was lost`;
    if (made.length > 0 && call.outcome === "refused") yield `${name} is stored although it was rejected`;
    for (const submission of made) {
      if (submission.userId !== userId(call.email)) yield `${name} belongs to another user`;
      if (submission.files.length !== call.documents)
        yield `${name} has ${submission.files.length} of ${call.documents} documents`;
      if (call.uploads.some((id) => !submission.files.includes(id))) yield `${name} lost an upload`;
    }
  }
  for (const submission of state.submissions.filter(({ state: at }) => at !== "draft")) {
    const id = submission.id;
    const rows = count(
      state.audit,
      (row) => row.action === "submission.submitted" && row.submissionId === id,
    );
    if (rows !== 1) yield `submission ${submission.mark} was recorded ${times(rows)}`;
    if (!byKind(history, "submit").some(({ mark }) => mark === submission.mark))
      yield `submission ${submission.mark} was not made by a call`;
  }
}

function* decisions({ history, state }: CheckerInput): Generator<Violation> {
  const key = (submissionId: string | null, status: string, adminId: string | null) =>
    `${status} of ${submissionId} by ${adminId}`;
  const asked = new Map<string, { ok: number; unknown: number }>();
  for (const call of byKind(history, "decide")) {
    const at = key(call.submissionId, call.decision, call.admin);
    const sum = asked.get(at) ?? { ok: 0, unknown: 0 };
    if (call.outcome !== "refused") sum[call.outcome] += 1;
    asked.set(at, sum);
  }
  const recorded = new Map<string, number>();
  for (const row of state.audit) {
    const status = /^submission\.(approved|rejected)$/.exec(row.action)?.[1];
    if (!status) continue;
    const at = key(row.submissionId, status, row.actorId);
    recorded.set(at, (recorded.get(at) ?? 0) + 1);
  }
  for (const at of new Set([...asked.keys(), ...recorded.keys()])) {
    const { ok, unknown } = asked.get(at) ?? { ok: 0, unknown: 0 };
    const rows = recorded.get(at) ?? 0;
    if (rows < ok) yield `decision lost: ${at}, ${times(ok)} acknowledged, ${times(rows)} recorded`;
    if (rows > ok + unknown)
      yield `decision duplicated: ${at}, requested ${times(ok + unknown)}, recorded ${times(rows)}`;
  }
  // For existing users the decision must be stored beside its audit row. Deleted users leave only the audit row.
  const known = new Set(state.submissions.map(({ id }) => id));
  for (const [at, rows] of recorded) {
    const [, id] = / of (\S+) by /.exec(at)!;
    const stored = count(state.decisions, (row) => key(row.submissionId, row.status, row.adminId) === at);
    if (known.has(id!) && stored !== rows)
      yield `${at} is stored ${times(stored)} and recorded ${times(rows)}`;
  }
}

function* deletions({ history, state }: CheckerInput): Generator<Violation> {
  const calls = byKind(history, "delete");
  for (const { userId, email } of calls.filter(({ outcome }) => outcome === "ok")) {
    if (state.users.some(({ id }) => id === userId)) yield `${email} exists although deleted`;
    if (state.submissions.some((submission) => submission.userId === userId))
      yield `a submission of ${email} was left`;
    if (state.files.some(({ ownerId }) => ownerId === userId)) yield `a file of ${email} was left`;
  }
  for (const userId of new Set(calls.map((call) => call.userId))) {
    const rows = count(
      state.audit,
      ({ action, targetId }) => action === "user.deleted" && targetId === userId,
    );
    const gone = !state.users.some(({ id }) => id === userId);
    if (rows !== (gone ? 1 : 0)) yield `the deletion of ${userId} was recorded ${times(rows)}`;
  }
}

/** Emails by the audit action that they report. */
const templateByAction = {
  "submission.submitted": "submissionReceived",
  "submission.approved": "submissionApproved",
  "submission.rejected": "submissionRejected",
} as const;

function* mails({ state }: CheckerInput): Generator<Violation> {
  for (const user of state.users) {
    for (const [action, template] of Object.entries(templateByAction)) {
      const events = count(state.audit, (row) => row.action === action && row.targetId === user.id);
      const written = count(state.mails, (mail) => mail.userId === user.id && mail.template === template);
      if (events !== written)
        yield `${user.email}: ${times(events)} ${action}, ${times(written)} ${template}`;
    }
  }
  for (const mail of state.mails) {
    const delivered = state.delivered.get(mail.id) ?? 0;
    if (delivered > 1) yield `mail ${mail.id} (${mail.template}) was delivered ${times(delivered)}`;
    if (mail.outcome === "sent" && delivered === 0) yield `mail ${mail.id} (${mail.template}) was lost`;
    if (mail.outcome === "waiting" || mail.outcome === "failed")
      yield `mail ${mail.id} (${mail.template}) is ${mail.outcome}`;
  }
}

function* files({ state }: CheckerInput): Generator<Violation> {
  const byId = new Map(state.files.map((file) => [file.id, file]));
  for (const submission of state.submissions) {
    for (const id of submission.files) {
      const file = byId.get(id);
      if (!file?.attached || !file.whole) yield `file ${id} of submission ${submission.mark} is not whole`;
      else if (file.ownerId !== submission.userId)
        yield `file ${id} of submission ${submission.mark} belongs to another user`;
    }
  }
  for (const { fileId, field } of state.draftFiles) {
    if (!byId.get(fileId)?.whole) yield `uploaded file ${fileId} (${field}) is not whole`;
  }
}

/** Tokens are used sequentially, so a rejected refresh means that a fault ended the session. */
function* refreshes({ history, mayBeGone }: CheckerInput): Generator<Violation> {
  for (const { email, outcome } of byKind(history, "refresh")) {
    if (outcome === "refused" && !mayBeGone(email)) yield `${email} was logged out`;
  }
}

function* totals({ userCounts: { summed, counted } }: State): Generator<Violation> {
  for (const sort of new Set([...Object.keys(summed), ...Object.keys(counted)])) {
    if ((summed[sort] ?? 0) !== (counted[sort] ?? 0))
      yield `user count of ${sort}: ${summed[sort] ?? 0}, counted ${counted[sort] ?? 0}`;
  }
}
