"use client";

import { useState, type ReactNode } from "react";
import { PreviewDialog } from "@/components/documents/preview-dialog";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Accordion } from "@/components/ui/accordion";
import { Notice } from "@/components/ui/notice";
import { VerificationBadge } from "@/components/verification/status";
import type { UserProposal } from "@/lib/proposals/queries";
import type { UserDto } from "@/lib/users/dto";
import { requiredForm } from "@/lib/submission-rules";
import { ClaimNotice, useClaim } from "./cases/claim-notice";
import { useTakeAndOpenNext } from "./cases/take-next";
import { Timeline } from "./cases/timeline";
import { displayName } from "../labels";
import { useUser } from "../queries";
import { useChangeRequest, useDuplicates, useSubmissions } from "./queries";
import { Activity } from "./cases/activity";
import { Checks } from "./checks/checks";
import { ChangeRequest } from "./decisions/change-request";
import { CompareDocuments, documentGroups, pairOf, type DocumentPair } from "./documents/compare-documents";
import { ApproveDialog, DecisionButtons, RejectDialog } from "./decisions/decision";
import { DocumentsPanel } from "./documents/documents-panel";
import { Duplicates } from "./duplicates/duplicates";
import { Guardian, isMinor } from "./decisions/guardian";
import { SectionFields } from "./answers/facts";
import { History, Resubmission } from "./cases/history";
import { OutcomeNotice } from "./decisions/outcome-notice";
import { IdentityChecks } from "./identity-checks/identity-checks";
import { Original } from "./documents/original";
import { LoadFailure, PartFailure } from "./problems";
import { ReviewHeader } from "./review-header";
import { ReviewSkeleton } from "./review-skeleton";
import { ProposalNotices } from "./decisions/proposal-notices";
import { PartDecision } from "./decisions/part-decision";
import { Screening } from "./screening/screening";
import { reviewContent, type ReviewPart } from "./answers/sections";
import { useAdjacentUsers } from "./use-adjacent-users";
import { usePartReviews } from "./decisions/use-part-reviews";
import { useReviewDecision, type ReviewDecision } from "./decisions/use-review-decision";

interface ReviewProps {
  userId: string;
  isSuper: boolean;
  /** The pending proposals about the user. */
  proposals: readonly UserProposal[];
  /** What the user changed after the approval. */
  changes: ReactNode;
  /** Who saw the data, for super administrators. */
  reads: ReactNode;
}

const focusNote = () => document.querySelector<HTMLElement>("[data-note]")?.focus();

/** The verification of a user: answers beside documents, status and decision always in view (product 2.13). */
export function Review({ userId, ...viewer }: ReviewProps) {
  const user = useUser(userId);
  // After a deletion by another administrator the cached user is not shown.
  const isDeleted = user.error?.status === 404;
  if (user.data && !isDeleted) return <ReviewScreen user={user.data} {...viewer} />;
  return user.isError ? <LoadFailure query={user} /> : <ReviewSkeleton />;
}

function ReviewScreen({
  user,
  isSuper,
  proposals,
  changes,
  reads,
}: Omit<ReviewProps, "userId"> & { user: UserDto }) {
  const neighbours = useAdjacentUsers(user._id);
  const decision = useReviewDecision(user, proposals, neighbours.pending);
  const history = useSubmissions(user._id);
  const [viewed, setViewed] = useState<StoredDocument | null>(null);
  const [compared, setCompared] = useState<DocumentPair | null>(null);
  const { sections, documents } = reviewContent(user);
  const isReviewed = user.role !== "admin";
  const submitted = user.verification.submittedAt !== null;
  const duplicates = useDuplicates(user._id, submitted);
  // The server checks this conflict again.
  const hasConflict = (duplicates.data?.sharedWithViewer.length ?? 0) > 0;
  const claiming = useClaim(user);
  const changeRequest = useChangeRequest();
  const isDeciding = decision.approving || decision.rejecting || changeRequest.isPending;
  const present = claiming.query.data?.status ?? "pending";
  const isDecidedElsewhere = !isDeciding && present !== "pending";
  const decidable =
    isReviewed && user.verification.status === "pending" && !hasConflict && !isDecidedElsewhere;
  /** Returns true if there is more than the current submission and its last decision. */
  const hasHistory = history.data?.some(({ current, decisions }) => !current || decisions.length > 1);
  const resubmission = history.data?.find(({ current, changes }) => current && changes !== null);
  const reviews = usePartReviews(
    user,
    history.data?.find(({ current }) => current),
    decidable,
  );
  const groups = documentGroups(user, history.data);
  const compare = (document: StoredDocument) => setCompared(pairOf(document, groups, history.data));
  const firstUploaded = documents.find(({ path }) => path);
  const canCompare = firstUploaded && groups.flatMap((group) => group.documents).length > 1;
  const [isAskingForChanges, setIsAskingForChanges] = useState(false);
  const decide = (part: ReviewPart) => <PartDecision part={part} reviews={reviews} />;
  const isFree = claiming.query.data?.claim === null;
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
      run: reviews.isOpen && reviews.flagged.length > 0 ? () => setIsAskingForChanges(true) : undefined,
    },
    { key: "c", label: "Claim this case", run: isFree ? claiming.claim : undefined },
    { key: "n", label: "Take the next unclaimed case", run: openNext.open },
    { key: "m", label: "Write an internal note", run: focusNote },
    { key: "d", label: "Compare two documents", run: canCompare ? () => compare(firstUploaded) : undefined },
    // These keys are the image viewer's own.
    { key: "+", label: "Zoom in on the document" },
    { key: "-", label: "Zoom out" },
    { key: "0", label: "Fit the document" },
    { key: "[", label: "Rotate the document left" },
    { key: "]", label: "Rotate the document right" },
  ];

  return (
    // This is one element, because Next scrolls to the children of a fragment one by one, the sticky ones too.
    <div>
      <ReviewHeader
        user={user}
        decision={decidable ? decision : null}
        neighbours={neighbours}
        shortcuts={shortcuts}
      />
      <div className="mx-auto mt-6 grid max-w-[96rem] gap-4">
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

        <ClaimNotice user={user} isSuper={isSuper} isDeciding={isDeciding} claiming={claiming} />
        <ChangeRequest
          user={user}
          reviews={reviews}
          decision={decision}
          request={changeRequest}
          isAsking={isAskingForChanges}
          setIsAsking={setIsAskingForChanges}
        />
        <ProposalNotices proposals={proposals} isSuper={isSuper} />
        {changes}
        {submitted && <Duplicates userId={user._id} />}
        {isMinor(user) && <Guardian userId={user._id} />}
        {submitted && <Screening userId={user._id} canDecide={!hasConflict} />}
        {submitted && <Checks userId={user._id} />}
        {history.isError && <PartFailure title="Previous submissions could not be loaded" query={history} />}
        {resubmission && <Resubmission submission={resubmission} />}

        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,44%)] lg:grid-rows-[repeat(5,auto)_1fr]">
          <Accordion
            sections={sections.map((section) => ({
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
            }))}
          />
          {documents.length > 0 && (
            <Accordion
              className="lg:sticky lg:top-[calc(var(--header-height)+6.125rem)] lg:col-start-2 lg:row-span-6 lg:row-start-1"
              sections={[
                {
                  id: "documents",
                  title: "Documents",
                  aside: `${documents.filter(({ path }) => path).length} of ${documents.length}`,
                  content: (
                    <DocumentsPanel
                      documents={documents}
                      onView={setViewed}
                      onCompare={canCompare ? compare : undefined}
                      decide={decide}
                    />
                  ),
                },
              ]}
            />
          )}
          {submitted && (
            <div className="lg:col-start-1">
              <IdentityChecks userId={user._id} />
            </div>
          )}
          {history.data && hasHistory && (
            <Accordion
              id="submissions"
              className="scroll-mt-40 lg:col-start-1"
              sections={[
                {
                  id: "history",
                  title: "Submissions",
                  aside: `${history.data.length} total`,
                  content: (
                    <History
                      user={user}
                      submissions={history.data}
                      onView={setViewed}
                      onCompare={setCompared}
                    />
                  ),
                },
              ]}
            />
          )}
          {isReviewed && (
            <Accordion
              className="lg:col-start-1"
              sections={[
                { id: "timeline", title: "Timeline and Notes", content: <Timeline userId={user._id} /> },
              ]}
            />
          )}
          {isSuper && isReviewed && (
            <Accordion
              className="lg:col-start-1"
              sections={[
                { id: "activity", title: "Verification Activity", content: <Activity user={user} /> },
              ]}
            />
          )}
          {reads && (
            <Accordion
              className="lg:col-start-1"
              sections={[{ id: "reads", title: "Who Saw This Data", content: reads }]}
            />
          )}
        </div>
      </div>

      {isReviewed && <PhoneBar user={user} decision={decidable ? decision : null} />}
      {decision.dialog === "approve" && <ApproveDialog user={user} decision={decision} />}
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

/** Shows on a phone the user, the status and the decision, within reach of the thumb. */
function PhoneBar({ user, decision }: { user: UserDto; decision: ReviewDecision | null }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-6 -mb-6 grid gap-2.5 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden">
      <div className="flex items-center justify-between gap-3">
        <span translate="no" className="truncate text-[0.9375rem] font-medium">
          {displayName(user)}
        </span>
        <VerificationBadge {...user.verification} />
      </div>
      {decision && <DecisionButtons decision={decision} className="grid auto-cols-fr grid-flow-col gap-3" />}
    </div>
  );
}
