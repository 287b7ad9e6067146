import "server-only";
import type { AuditAction } from "@/lib/audit/audit";
import { openNotes } from "@/lib/audit/notes";
import { allAuditRows } from "@/lib/audit/rows";
import { db } from "@/lib/db/client";
import { namesOf } from "@/lib/users/names";
import type { Viewer } from "@/lib/viewer";
import type { TimelineEntryDto } from "./schema";

/** The audited actions of a timeline. */
const actions = {
  "submission.submitted": "submitted",
  "guardian.named": "guardian_named",
  "guardian.consented": "guardian_consented",
  "guardian.declined": "guardian_declined",
  "guardian.withdrew": "guardian_withdrew",
  "guardian.ended": "guardian_ended",
  "case.claimed": "claimed",
  "case.assigned": "assigned",
  "case.released": "released",
  "case.returned": "returned",
  "case.noted": "noted",
  "case.part_reviewed": "flagged",
  "case.duplicate_decided": "duplicate_decided",
  "account.closed": "account_closed",
  "account.goes_on": "account_goes_on",
  "account.reopened": "account_reopened",
  "person.blocked": "person_blocked",
  "person.block_lifted": "block_lifted",
  "identity.asked": "identity_asked",
  "identity.answered": "identity_answered",
  "identity.compared": "identity_compared",
  "case.hit_decided": "hit_decided",
  "screening.hits_ended": "hits_ended",
  "user.viewed": "account_read",
  "document.viewed": "document_read",
  "pii.revealed": "number_revealed",
  "submission.approved": "approved",
  "submission.rejected": "rejected",
  "submission.approval_ended": "approval_ended",
  "due_diligence.sent": "due_diligence_sent",
  "due_diligence.approved": "due_diligence_approved",
  "due_diligence.changes_requested": "due_diligence_returned",
  "case.id_expiry_entered": "id_expiry_entered",
  "risk.overridden": "risk_overridden",
  "user.renewal_asked": "renewal_asked",
  "submission.renewal_started": "renewal_started",
} as const satisfies Partial<Record<AuditAction, TimelineEntryDto["action"]>>;
type CaseAction = keyof typeof actions;

/** All reviewers see who works on a case and who wrote a note; only super administrators see who read and who decided (product 2.13). */
const isNamedForAll = (action: string): boolean => /^(?:case|identity|account|person|risk)\./.test(action);

const MAX_ENTRIES = 200;

/**
 * Returns the events of a user's cases, newest first, from the audit log and the sent emails: the latest 200 of each unless `all`. Notes
 * are decrypted. Never shown to the applicant.
 */
export async function listTimeline(viewer: Viewer, userId: string, all = false): Promise<TimelineEntryDto[]> {
  const where = { targetId: userId, action: { in: Object.keys(actions) } };
  const [allEvents, emails] = await Promise.all([
    all
      ? allAuditRows(where)
      : db.auditEvent.findMany({ where, orderBy: { seq: "desc" }, take: MAX_ENTRIES }),
    db.mailOutbox.findMany({
      where: { userId, sentAt: { not: null }, template: { startsWith: "submission" } },
      orderBy: { sentAt: "desc" },
      take: all ? undefined : MAX_ENTRIES,
    }),
  ]);
  const notes = await openNotes(allEvents.map(({ data }) => textOf(data, "noteId")));
  const events = viewer.isSuper ? allEvents : await withoutAdministrators(allEvents);
  // An evidence pack (`all`) contains no names of other applicants.
  const otherOf = (data: unknown) => (all ? null : textOf(data, "otherId"));
  const names = await namesOf(
    events.flatMap(({ actorId, data }) => [actorId, textOf(data, "reviewerId"), otherOf(data)]),
  );
  const entries = events.map(({ at, action, actorId, data }): TimelineEntryDto => {
    const isVisible = viewer.isSuper || isNamedForAll(action);
    return {
      at: at.toISOString(),
      action:
        (action === "case.part_reviewed" && partActions.get(textOf(data, "verdict"))) ||
        actions[action as CaseAction],
      actor: isVisible && actorId !== userId ? (names.get(actorId ?? "") ?? null) : null,
      assignee: names.get(textOf(data, "reviewerId") ?? "") ?? null,
      other: names.get(otherOf(data) ?? "") ?? null,
      note: isVisible ? (notes.get(textOf(data, "noteId") ?? "") ?? null) : null,
      detail:
        textOf(data, "document") ??
        textOf(data, "field") ??
        (action === "case.part_reviewed" ? textOf(data, "part") : null) ??
        textOf(data, "verdict") ??
        identityKind(action, data),
    };
  });
  const sent = emails.map(({ sentAt, template }): TimelineEntryDto => ({
    at: sentAt!.toISOString(),
    action: "emailed",
    actor: null,
    assignee: null,
    other: null,
    note: null,
    detail: template,
  }));
  return [...entries, ...sent].sort((a, b) => b.at.localeCompare(a.at));
}

/** The action for a decision on a part, by its verdict in the audit log. */
const partActions = new Map<string | null, TimelineEntryDto["action"]>([
  ["fine", "marked_fine"],
  ["open", "unmarked"],
]);

const identityKind = (action: string, data: unknown) =>
  action.startsWith("identity.") ? textOf(data, "kind") : null;

/** Removes decisions on pairs with an administrator whose account the viewer may not see. */
async function withoutAdministrators<E extends { data: unknown }>(events: E[]): Promise<E[]> {
  const others = events.flatMap(({ data }) => textOf(data, "otherId") ?? []);
  if (others.length === 0) return events;
  const rows = await db.user.findMany({ where: { id: { in: others }, role: "admin" }, select: { id: true } });
  const hidden = new Set(rows.map(({ id }) => id));
  return events.filter(({ data }) => !hidden.has(textOf(data, "otherId") ?? ""));
}

function textOf(data: unknown, key: string): string | null {
  const value: unknown = (data as Record<string, unknown> | null)?.[key];
  return typeof value === "string" ? value : null;
}
