"use client";

import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { useRight } from "@/components/auth/allowed";
import { PreviewDialog } from "@/components/documents/preview-dialog";
import type { StoredDocument } from "@/components/documents/stored-document";
import { VerificationBadge } from "@/components/onboarding/status";
import { Accordion } from "@/components/ui/accordion";
import { Notice } from "@/components/ui/notice";
import type { ReviewDto } from "@/lib/review/schema";
import { requiredForm } from "@/lib/submission-rules";
import { displayName } from "../labels";
import { ReportButton } from "../suspicions/report-button";
import { SectionFields } from "./answers/facts";
import { reviewContent, type ReviewPart } from "./answers/sections";
import { Activity } from "./cases/activity";
import { ClaimNotice, DecidedElsewhere, useClaim } from "./cases/claim-notice";
import { History, Resubmission } from "./cases/history";
import { ProfileChanges } from "./cases/profile-changes";
import { Reads } from "./cases/reads";
import { useTakeAndOpenNext } from "./cases/take-next";
import { Timeline } from "./cases/timeline";
import { ChangeRequest, RequestChangesButton } from "./decisions/change-request";
import { DecisionButtons, RejectDialog } from "./decisions/decision";
import { Guardian } from "./decisions/guardian";
import { OutcomeNotice } from "./decisions/outcome-notice";
import { PartDecision } from "./decisions/part-decision";
import { ProposalNotices } from "./decisions/proposal-notices";
import { usePartReviews } from "./decisions/use-part-reviews";
import { useReviewDecision } from "./decisions/use-review-decision";
import { CompareDocuments, documentGroups, pairOf, type DocumentPair } from "./documents/compare-documents";
import { DocumentsPanel } from "./documents/documents-panel";
import { Original } from "./documents/original";
import { Findings } from "./findings/findings";
import { IdentityChecks } from "./identity-checks/identity-checks";
import { LoadFailure, PanelFailure } from "./problems";
import { useChangeRequest, useReview } from "./queries";
import { ReviewHeader } from "./review-header";
import { ReviewSkeleton } from "./review-skeleton";
import { useAdjacentUsers } from "./use-adjacent-users";

/** Loaded when it opens: most cases are approved without a question. */
const ApproveDialog = dynamic(
  () => import("./decisions/approve-dialog").then((module) => module.ApproveDialog),
  { ssr: false },
);

const Risk = dynamic(() => import("./risk/risk").then((module) => module.Risk));

const focusNote = () => document.querySelector<HTMLElement>("[data-note]")?.focus();

/** Shows a user's verification: findings and answers beside documents, with status and decision always visible (product 2.13, 10.28). */
export function Review({
  userId,
  isSuper,
  children,
}: {
  userId: string;
  isSuper: boolean;
  /** The investor's money, from the server. */
  children?: ReactNode;
}) {
  const review = useReview(userId);
  // If another administrator has deleted the user, the cached user is not shown.
  const isDeleted = review.error?.status === 404;
  if (review.data && !isDeleted)
    return (
      <ReviewScreen review={review.data} isSuper={isSuper} reload={review}>
        {children}
      </ReviewScreen>
    );
  return review.isError ? <LoadFailure query={review} /> : <ReviewSkeleton />;
}

interface ReviewScreenProps {
  review: ReviewDto;
  isSuper: boolean;
  reload: Pick<ReturnType<typeof useReview>, "isFetching" | "refetch" | "error">;
  children: ReactNode;
}

function ReviewScreen({ review, isSuper, reload, children }: ReviewScreenProps) {
  const { user, submissions: history } = review;
  const proposals = review.proposals ?? [];
  const neighbours = useAdjacentUsers(user._id);
  const decision = useReviewDecision(user, proposals, neighbours.pending);
  const [viewed, setViewed] = useState<StoredDocument | null>(null);
  const [compared, setCompared] = useState<DocumentPair | null>(null);
  const { sections, documents } = reviewContent(user);
  const isReviewed = user.role !== "admin";
  const submitted = user.verification.submittedAt !== null;
  // The server checks this conflict again.
  const mayDecide = useRight("cases.decide");
  const seesReads = useRight("audit.read");
  const hasConflict = (review.duplicates?.sharedWithViewer.length ?? 0) > 0;
  const claiming = useClaim(user);
  const changeRequest = useChangeRequest();
  const isDeciding = decision.approving || decision.rejecting || changeRequest.isPending;
  const { status } = user.verification;
  /** The status that the reviewer has seen: on opening the page, by deciding, or by reading a colleague's decision. */
  const [seen, setSeen] = useState(status);
  const isDecidedElsewhere = !isDeciding && !decision.outcome && seen === "pending" && status !== "pending";
  if (decision.outcome && seen !== status) setSeen(status);
  const decidable = isReviewed && status === "pending" && !hasConflict && mayDecide;
  /** Whether there is more than the current submission and its last decision. */
  const hasHistory = history?.some(({ current, decisions }) => !current || decisions.length > 1);
  const resubmission = history?.find(({ current, changes }) => current && changes !== null);
  const reviews = usePartReviews(
    user,
    history?.find(({ current }) => current),
    decidable,
  );
  const groups = documentGroups(user, history ?? undefined);
  const compare = (document: StoredDocument) => setCompared(pairOf(document, groups, history ?? undefined));
  const firstUploaded = documents.find(({ path }) => path);
  const canCompare = firstUploaded && groups.flatMap((group) => group.documents).length > 1;
  const [isAskingForChanges, setIsAskingForChanges] = useState(false);
  const canRequestChanges = reviews.isOpen && reviews.flagged.length > 0;
  const requestChanges = canRequestChanges ? () => setIsAskingForChanges(true) : undefined;
  const decide = (part: ReviewPart) => <PartDecision part={part} reviews={reviews} />;
  const isFree = review.case?.claim === null;
  const openNext = useTakeAndOpenNext({ role: "all", order: "waiting" });
  const openDialog = (dialog: "approve" | "reject") => (decidable ? () => decision.open(dialog) : undefined);
  const shortcuts = [
    { key: "j", label: "Next in list", run: neighbours.next?.go },
    { key: "k", label: "Previous in list", run: neighbours.previous?.go },
    {
      key: "a",
      label: "Approve (asks for confirmation)",
      run: decision.canApprove ? openDialog("approve") : undefined,
    },
    { key: "r", label: "Reject (asks for a reason)", run: openDialog("reject") },
    {
      key: "s",
      label: "Request changes to the flagged parts",
      run: requestChanges,
    },
    { key: "c", label: "Claim this case", run: isFree && mayDecide ? claiming.claim : undefined },
    { key: "n", label: "Take the next unclaimed case", run: mayDecide ? openNext.open : undefined },
    { key: "m", label: "Write an internal note", run: mayDecide ? focusNote : undefined },
    { key: "d", label: "Compare two documents", run: canCompare ? () => compare(firstUploaded) : undefined },
    // The image viewer handles these keys itself.
    { key: "+", label: "Zoom in on the document" },
    { key: "-", label: "Zoom out" },
    { key: "0", label: "Fit the document" },
    { key: "[", label: "Rotate the document left" },
    { key: "]", label: "Rotate the document right" },
  ];

  return (
    // This is a single element, because Next.js scrolls to the children of a fragment one by one, including the sticky ones.
    <div>
      <ReviewHeader
        user={user}
        decision={decidable ? decision : null}
        reverse={
          isReviewed &&
          submitted &&
          status !== "pending" &&
          !hasConflict &&
          mayDecide &&
          !isDecidedElsewhere &&
          !decision.outcome
            ? () => decision.open(status === "approved" ? "reject" : "approve")
            : null
        }
        neighbours={neighbours}
        shortcuts={shortcuts}
      />
      <div className="mx-auto mt-4 grid max-w-[96rem] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,46%)] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-3">
          {decision.outcome && (
            <OutcomeNotice user={user} outcome={decision.outcome} pending={neighbours.pending} />
          )}
          {!submitted && isReviewed && (
            <Notice title="Not submitted yet">
              {requiredForm(user)
                ? "This applicant has not submitted their verification. Only their account details are shown."
                : "This user has not chosen a profile yet. Only their account details are shown."}
            </Notice>
          )}
          {isDecidedElsewhere && (
            <DecidedElsewhere verification={user.verification} onRead={() => setSeen(status)} />
          )}
          <ClaimNotice user={user} isSuper={isSuper} isDeciding={isDeciding} claiming={claiming} />
          <ChangeRequest
            user={user}
            reviews={reviews}
            decision={decision}
            request={changeRequest}
            isAsking={isAskingForChanges}
            setIsAsking={setIsAskingForChanges}
          />
          <ProposalNotices userId={user._id} proposals={proposals} isSuper={isSuper} />
          <ProfileChanges userId={user._id} changes={review.profileChanges ?? []} />
          {submitted && <Findings user={user} />}
          {!history && <PanelFailure title="Previous submissions could not be loaded" query={reload} />}
          {resubmission && <Resubmission submission={resubmission} />}
        </div>
        {documents.length > 0 && (
          <DocumentsPanel
            documents={documents}
            onView={setViewed}
            onCompare={canCompare ? compare : undefined}
            decide={decide}
            className="lg:sticky lg:top-[calc(var(--header-height)+5.75rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1"
          />
        )}
        <div className="grid min-w-0 gap-4 lg:col-start-1">
          <Accordion
            sections={[
              ...sections.map((section) => ({
                id: section.id,
                title: section.title,
                content: (
                  <SectionFields
                    userId={user._id}
                    section={section}
                    onView={setViewed}
                    decide={decide}
                    isLinked
                  />
                ),
              })),
              ...(review.guardian?.needed
                ? [{ id: "guardian", title: "Parent or guardian", content: <Guardian userId={user._id} /> }]
                : []),
            ]}
          />
          {submitted && <IdentityChecks userId={user._id} />}
          {submitted && isReviewed && <Risk user={user} />}
          {history && hasHistory && (
            <Accordion
              id="submissions"
              className="scroll-mt-40"
              sections={[
                {
                  id: "history",
                  title: "Submissions",
                  aside: `${history.length} total`,
                  content: (
                    <History user={user} submissions={history} onView={setViewed} onCompare={setCompared} />
                  ),
                },
              ]}
            />
          )}
          {children}
          {isReviewed && (
            <section aria-labelledby="record-heading" className="grid gap-2">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 id="record-heading" className="text-lg leading-7 font-semibold">
                  What happened
                </h2>
                <ReportButton thing="user" thingId={user._id} about={displayName(user)} />
              </div>
              <Accordion
                headings="h3"
                sections={[
                  { id: "timeline", title: "Timeline and Notes", content: <Timeline userId={user._id} /> },
                  ...(isSuper
                    ? [{ id: "activity", title: "Verification Activity", content: <Activity user={user} /> }]
                    : []),
                  ...(seesReads
                    ? [
                        {
                          id: "reads",
                          title: "Who Saw This Data",
                          content: <Reads reads={review.reads ?? []} />,
                        },
                      ]
                    : []),
                ]}
              />
            </section>
          )}
        </div>
      </div>

      {isReviewed && (
        <div className="sticky bottom-0 z-20 -mx-4 mt-6 -mb-6 grid gap-2.5 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden">
          <div className="flex items-center justify-between gap-3">
            <span translate="no" className="truncate text-[0.9375rem] font-medium">
              {displayName(user)}
            </span>
            {requestChanges ? (
              <RequestChangesButton onClick={requestChanges} />
            ) : (
              <VerificationBadge {...user.verification} />
            )}
          </div>
          {decidable && (
            <DecisionButtons decision={decision} className="grid auto-cols-fr grid-flow-col gap-3" />
          )}
        </div>
      )}
      {decision.dialog === "approve" && (
        <ApproveDialog
          user={user}
          busy={decision.approving}
          error={decision.error}
          onClose={decision.close}
          onApprove={(more) => decision.send("approved", more)}
        />
      )}
      {decision.dialog === "reject" && <RejectDialog user={user} decision={decision} />}
      <PreviewDialog
        document={viewed}
        onClose={() => setViewed(null)}
        about={(path) => <Original key={path} path={path} />}
      />
      {compared && <CompareDocuments groups={groups} initial={compared} onClose={() => setCompared(null)} />}
    </div>
  );
}
