"use client";

import { Allowed } from "@/components/auth/allowed";
import { readLabel } from "@/components/audit/read-label";
import { ReadList } from "@/components/audit/read-list";
import { documentLabels } from "@/components/documents/document-labels";
import { formatDateTime } from "@/components/ui/format";
import type { DocumentName } from "@/lib/onboarding/forms/document-rules";
import { partLabel } from "@/lib/onboarding/forms/part-labels";
import type { DuplicateVerdict } from "@/lib/onboarding/link-rules";
import { type TimelineEntryDto } from "@/lib/review/cases/schema";
import { verdictLabels } from "@/lib/review/duplicates/schema";
import { kindLabels, type IdentityCheckKind } from "@/lib/review/identity-checks/schema";
import { PanelFailure } from "../problems";
import { useReviewPanel } from "../queries";
import { NoteForm } from "./note-form";

const emails: Record<string, string> = {
  submissionReceived: "that we received the verification",
  submissionApproved: "the approval",
  submissionRejected: "the decision and its reason",
};

/** Returns a sentence such as `Ada Obi handed the case to Bola Ade`. An unnamed person is "The applicant" or "A reviewer". */
function describe({ action, actor, assignee, other, detail }: TimelineEntryDto): string {
  const who = actor ?? "A reviewer";
  const checked = kindLabels[detail as IdentityCheckKind] ?? "";
  const texts: Record<TimelineEntryDto["action"], string> = {
    submitted: "The applicant submitted",
    guardian_named: "The applicant named a parent or guardian",
    guardian_consented: "The parent or guardian consented",
    guardian_declined: "The parent or guardian declined",
    guardian_withdrew: "The parent or guardian withdrew their consent",
    guardian_ended:
      "The request to the parent or guardian ended: the applicant changed their name, NIN or date of birth",
    claimed: `${who} started working on the case`,
    assigned: `${who} assigned the case to ${assignee ?? "a former reviewer"}`,
    released: `${who} released the case`,
    returned: `The case returned to ${assignee ?? "a former reviewer"}, who had asked for changes`,
    noted: `${who} wrote a note`,
    flagged: `${who} flagged: ${partLabel(detail ?? "")}`,
    marked_fine: `${who} marked as fine: ${partLabel(detail ?? "")}`,
    unmarked: `${who} removed their mark: ${partLabel(detail ?? "")}`,
    identity_asked: `${who} requested an outside check: ${checked}`,
    identity_answered: `The outside check has finished: ${checked}`,
    identity_compared: `${who} compared with an outside source: ${checked}`,
    duplicate_decided: `${who} decided about ${other ?? "an erased account"}: ${verdictLabels[detail as DuplicateVerdict] ?? ""}`,
    account_closed: `${who} closed this account, because the person continues with another one`,
    account_goes_on: `${who} closed another account of this person; this one continues`,
    account_reopened: `${who} confirmed that this account is reopened`,
    person_blocked: `${who} blocked this person`,
    block_lifted: `${who} confirmed that the block is lifted`,
    hit_decided: `${who} ${detail === "confirmed" ? "confirmed" : "cleared"} a watchlist hit`,
    hits_ended: "Watchlist hits ended because a name or a list changed",
    account_read: `${who} opened the answers`,
    document_read: `${who} opened ${documentLabels[detail as DocumentName] ?? "a document"}`,
    number_revealed: `${who} revealed the ${readLabel({ what: { part: "number", field: detail ?? "" } }).toLowerCase()}`,
    approved: `${who} approved`,
    rejected: detail === "changes_requested" ? `${who} asked for changes` : `${who} rejected`,
    approval_ended: "The approval ended",
    due_diligence_sent: "The customer sent the due diligence form",
    due_diligence_approved: `${who} approved the due diligence form`,
    due_diligence_returned: `${who} asked for changes to the due diligence form`,
    id_expiry_entered: `${who} entered when the ID expires`,
    risk_overridden: `${who} confirmed another risk rating`,
    renewal_asked: "We asked the customer to renew their details",
    renewal_started: "The customer began to renew their details",
    emailed: `We emailed ${emails[detail ?? ""] ?? "the applicant"}`,
  };
  return texts[action];
}

/** Shows the events of the user's cases, and internal notes. */
export function Timeline({ userId }: { userId: string }) {
  const timeline = useReviewPanel(userId, "timeline");
  return (
    <div className="grid gap-5">
      <Allowed to="cases.decide">
        <NoteForm userId={userId} />
      </Allowed>
      {timeline.data ? (
        <ReadList
          empty="Nothing has happened yet."
          rows={timeline.data.map((entry, index) => ({
            key: `${entry.at}-${index}`,
            title: describe(entry),
            details: (
              <>
                {entry.note && (
                  <span className="mb-1 block [overflow-wrap:anywhere] whitespace-pre-line text-ink">
                    {entry.note}
                  </span>
                )}
                <span>{formatDateTime(entry.at)}</span>
              </>
            ),
          }))}
        />
      ) : (
        <PanelFailure title="Could not load the timeline" query={timeline} />
      )}
    </div>
  );
}
