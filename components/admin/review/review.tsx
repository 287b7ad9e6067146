"use client";

import { useState } from "react";
import { PreviewDialog } from "@/components/documents/preview-dialog";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Accordion, AccordionItem } from "@/components/ui/accordion";
import { Notice } from "@/components/ui/notice";
import { VerificationBadge } from "@/components/verification/status";
import type { UserDto } from "@/lib/users/dto";
import { requiredForm } from "@/lib/verification/policy";
import { displayName } from "../labels";
import { useSubmissions, useUser } from "../queries";
import { useShortcuts } from "../use-keys";
import { Activity } from "./activity";
import { DecisionButtons, DecisionDialogs } from "./decision-bar";
import { DocumentsPanel } from "./documents-panel";
import { Duplicates } from "./duplicates";
import { SectionFields } from "./facts";
import { History, HistoryFailure, Resubmission } from "./history";
import { OutcomeNotice } from "./outcome-notice";
import { LoadFailure } from "./problems";
import { ReviewHeader } from "./review-header";
import { ReviewSkeleton } from "./review-skeleton";
import { reviewContent } from "./sections";
import { reviewKeys, Shortcuts } from "./shortcuts";
import { useAdjacentUsers } from "./use-neighbours";
import { useReviewDecision, type ReviewDecision } from "./use-review-decision";

/** One person's verification: answers beside documents, status and decision always in view (product 2.13). */
export function Review({ userId, isSuper }: { userId: string; isSuper: boolean }) {
  const user = useUser(userId);
  // Erased by somebody else meanwhile: then nothing of them is shown any more.
  const gone = user.error?.status === 404;
  if (user.data && !gone) return <ReviewScreen user={user.data} isSuper={isSuper} />;
  if (user.isError) {
    return <LoadFailure error={user.error} retrying={user.isFetching} onRetry={() => void user.refetch()} />;
  }
  return <ReviewSkeleton />;
}

function ReviewScreen({ user, isSuper }: { user: UserDto; isSuper: boolean }) {
  const decision = useReviewDecision(user);
  const neighbours = useAdjacentUsers(user._id);
  const history = useSubmissions(user._id);
  const [help, setHelp] = useState(false);
  const [viewed, setViewed] = useState<StoredDocument | null>(null);
  const { sections, documents } = reviewContent(user);
  const decidable = user.role !== "admin" && user.verification.status === "pending";
  const submitted = user.verification.submittedAt !== null;
  /** There is more than the present submission and its last decision to tell. */
  const earlier = history.data?.some(({ current, decisions }) => !current || decisions.length > 1) ?? false;
  const resubmission = history.data?.find(({ current, changes }) => current && changes !== null);
  useShortcuts({
    ...(neighbours.next && { j: neighbours.next.go }),
    ...(neighbours.previous && { k: neighbours.previous.go }),
    ...(decidable && { a: decision.askApproval, r: decision.askReason }),
    "?": () => setHelp(true),
  });

  return (
    <>
      <ReviewHeader
        user={user}
        decision={decidable ? decision : null}
        neighbours={neighbours}
        onHelp={() => setHelp(true)}
      />
      <div className="mx-auto mt-6 grid max-w-[96rem] gap-4">
        {decision.outcome && (
          <OutcomeNotice user={user} outcome={decision.outcome} waiting={neighbours.waiting} />
        )}
        {!submitted && user.role !== "admin" && (
          <Notice title="Not submitted yet">
            {requiredForm(user)
              ? "This applicant has not submitted their verification. Only their account details are shown."
              : "This user has not chosen a profile yet. Only their account details are shown."}
          </Notice>
        )}

        {submitted && <Duplicates userId={user._id} />}
        {history.isError && <HistoryFailure query={history} />}
        {resubmission && <Resubmission submission={resubmission} />}

        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)] lg:grid-rows-[auto_auto_1fr]">
          <Accordion open={sections.map(({ id }) => id)}>
            {sections.map((section) => (
              <AccordionItem key={section.id} value={section.id} title={section.title}>
                <SectionFields userId={user._id} section={section} onView={setViewed} />
              </AccordionItem>
            ))}
          </Accordion>

          {documents.length > 0 && (
            <Accordion
              open={["documents"]}
              className="lg:sticky lg:top-[calc(var(--header-height)+6.125rem)] lg:col-start-2 lg:row-span-3 lg:row-start-1"
            >
              <AccordionItem
                value="documents"
                title="Documents"
                aside={`${documents.filter(({ path }) => path).length} of ${documents.length}`}
              >
                <DocumentsPanel documents={documents} onView={setViewed} />
              </AccordionItem>
            </Accordion>
          )}

          {earlier && (
            <Accordion open={["history"]} className="scroll-mt-40 lg:col-start-1" id="submissions">
              <AccordionItem value="history" title="Submissions" aside={`${history.data?.length ?? 0} total`}>
                <History user={user} submissions={history.data ?? []} onView={setViewed} />
              </AccordionItem>
            </Accordion>
          )}

          {isSuper && user.role !== "admin" && (
            <Accordion open={["activity"]} className="lg:col-start-1">
              <AccordionItem value="activity" title="Verification Activity">
                <Activity user={user} />
              </AccordionItem>
            </Accordion>
          )}
        </div>
      </div>

      <PhoneBar user={user} decision={decidable ? decision : null} />
      <DecisionDialogs user={user} decision={decision} />
      <Shortcuts keys={reviewKeys} open={help} onClose={() => setHelp(false)} />
      <PreviewDialog document={viewed} onClose={() => setViewed(null)} />
    </>
  );
}

/** On a phone: who it is, the status and the decision, in reach of the thumb. */
function PhoneBar({ user, decision }: { user: UserDto; decision: ReviewDecision | null }) {
  if (user.role === "admin") return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-6 -mb-6 grid gap-2.5 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden">
      <div className="flex items-center justify-between gap-3">
        <span className="truncate text-[0.9375rem] font-medium">{displayName(user)}</span>
        <VerificationBadge {...user.verification} />
      </div>
      {decision && <DecisionButtons decision={decision} className="grid grid-cols-2 gap-3" />}
    </div>
  );
}
