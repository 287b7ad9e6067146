"use client";

import dynamic from "next/dynamic";
import { TriangleAlert, UserRound, UserRoundCheck } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { useSession } from "@/components/auth/session-provider";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import type { CaseDto } from "@/lib/review/cases/schema";
import type { UserDto } from "@/lib/users/dto";
import { PanelFailure } from "../problems";
import { useReviewPanel } from "../queries";
import { describeAssignment } from "./describe-assignment";
import { useAssignment } from "./queries";
import { useCaseEvents } from "./use-case-events";

const AssignDialog = dynamic(() => import("./assign-dialog").then((module) => module.AssignDialog));

/** Activity is reported at most this often; a claim lapses after 30 minutes without it. */
const REPORT_MS = 5 * 60_000;

/** Calls `report` when the reviewer uses the keyboard or the pointer: the first time, and then every few minutes. */
function useActivity(isEnabled: boolean, report: () => void): void {
  const reportedAt = useRef(0);
  const onActivity = useEffectEvent(() => {
    if (!isEnabled || Date.now() - reportedAt.current < REPORT_MS) return;
    reportedAt.current = Date.now();
    report();
  });
  useEffect(() => {
    const listener = () => onActivity();
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, listener);
    return () => {
      for (const type of ["keydown", "pointerdown"]) document.removeEventListener(type, listener);
    };
  }, []);
}

/** Claims and releases a case, for buttons and shortcuts. */
export function useClaim(user: UserDto) {
  const own = useSession().user?._id ?? "";
  const isPending = user.verification.status === "pending" && user.verification.submittedAt !== null;
  const query = useReviewPanel(user._id, "case");
  const assignment = useAssignment();
  const give = (reviewerId: string | null) => {
    if (assignment.isPending) return;
    assignment.mutate(
      { userIds: [user._id], reviewerId },
      {
        onSuccess: (result) => {
          const { text, isComplete } = describeAssignment(result, "");
          if (!isComplete) toast.warning(text);
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  };
  useCaseEvents(user._id);
  // Activity is reported separately from `assignment`: buttons disabled by `assignment` would lose the click being reported.
  const activity = useAssignment();
  useActivity(query.data?.claim?.isMine ?? false, () =>
    activity.mutate({ userIds: [user._id], reviewerId: own, renew: true }),
  );
  return {
    isPending,
    query,
    isBusy: assignment.isPending,
    claim: () => give(own),
    release: () => give(null),
  };
}

interface ClaimNoticeProps {
  user: UserDto;
  isSuper: boolean;
  /** Whether the viewer's own decision is being sent. */
  isDeciding: boolean;
  claiming: ReturnType<typeof useClaim>;
}

/** Shows the reviewer who works on the case, live. */
export function ClaimNotice({ user, isSuper, isDeciding, claiming }: ClaimNoticeProps) {
  const { isPending, query } = claiming;
  if (!isPending || isDeciding) return null;
  if (!query.data) return <PanelFailure title="Could not load who is working on this case" query={query} />;
  return <Claim user={user} isSuper={isSuper} item={query.data} {...claiming} />;
}

/** Says what another reviewer has decided meanwhile. */
export const describeDecidedElsewhere = ({
  status,
  changesRequested,
}: Pick<UserDto["verification"], "status" | "changesRequested">): string =>
  changesRequested
    ? "Another reviewer has just asked for changes to this verification"
    : `Another reviewer has just ${status} this verification`;

/** Shows that another reviewer has decided since this page was loaded. Typed text is retained. */
export const DecidedElsewhere = ({
  verification,
  onRead,
}: {
  verification: UserDto["verification"];
  onRead: () => void;
}) => (
  <Notice
    tone="warning"
    role="alert"
    title={describeDecidedElsewhere(verification)}
    action={
      <Button size="sm" onClick={onRead}>
        Show the decision
      </Button>
    }
  />
);

function Claim({
  user,
  isSuper,
  item: { claim },
  isBusy,
  claim: take,
  release,
}: Omit<ClaimNoticeProps, "claiming" | "isDeciding"> & { item: CaseDto } & ReturnType<typeof useClaim>) {
  const [isAssigning, setIsAssigning] = useState(false);
  // The frame receives the focus if the pressed button has been removed.
  const frame = useRef<HTMLDivElement>(null);
  const claimant = claim?.reviewer._id;
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [claimant, isBusy]);
  const isFree = claim === null;
  const isOthers = claim !== null && !claim.isMine;
  const mayDecide = useRight("cases.decide");
  const mayChange = mayDecide && (!isOthers || isSuper);
  const Icon = isOthers ? TriangleAlert : isFree ? UserRound : UserRoundCheck;
  const title = isFree
    ? "Nobody is working on this case"
    : isOthers
      ? `${isolate(claim.reviewer.name)} has been working on this case since ${formatTime(claim.since)}`
      : `You have been working on this case since ${formatTime(claim.since)}`;
  const { data: timeline } = useReviewPanel(user._id, "timeline");
  // The latest hand-over, which belongs to the current claim if there is one.
  const handover = timeline?.find(({ action }) => ["claimed", "assigned", "released"].includes(action));
  return (
    <>
      <div
        ref={frame}
        tabIndex={-1}
        role={isOthers ? "alert" : "status"}
        className={cn(
          "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border px-4 py-1.5 text-[0.9375rem] outline-none",
          isOthers ? "border-warning/25 bg-warning-soft" : "border-line bg-surface",
        )}
      >
        <Icon aria-hidden className={cn("size-5", isOthers ? "text-warning" : "text-muted")} />
        <p className="min-w-0 flex-1 basis-48 font-medium">{title}</p>
        {mayChange && (
          <span className="flex flex-wrap gap-2">
            {(isFree || isOthers) && (
              <Button size="sm" variant="secondary" busy={isBusy} onClick={take}>
                {isFree ? "Claim" : "Take over"}
              </Button>
            )}
            <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => setIsAssigning(true)}>
              {isFree ? "Assign" : "Hand over"}
            </Button>
            {!isFree && (
              <Button size="sm" variant="quiet" disabled={isBusy} onClick={release}>
                Release
              </Button>
            )}
          </span>
        )}
        {handover?.note && (
          <p className="basis-full pb-1 text-sm break-words whitespace-pre-line text-muted">
            {`${handover.actor ?? "A reviewer"}: ${handover.note}`}
          </p>
        )}
      </div>
      {isAssigning && (
        <AssignDialog
          userIds={[user._id]}
          title={isFree ? "Assign this case" : "Hand over this case"}
          submitLabel={isFree ? "Assign" : "Hand over"}
          onClose={() => setIsAssigning(false)}
        />
      )}
    </>
  );
}
