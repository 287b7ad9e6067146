"use client";

import { ArrowLeft, ChevronDown, ChevronUp, CircleCheck, CircleX, Clock, UserRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { VerificationBadge } from "@/components/onboarding/status";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { displayName, personOf, roleTypeLabel } from "../labels";
import { Shortcuts, type Shortcut } from "../shortcuts";
import { useLastList } from "../use-list-state";
import { DeadlineBadge } from "./deadline-badge";
import { DecisionButtons } from "./decisions/decision";
import type { ReviewDecision } from "./decisions/use-review-decision";
import { useReviewPanel } from "./queries";
import type { NavigationTarget } from "./use-adjacent-users";

const looks = {
  pending: { Icon: Clock, ink: "bg-warning-soft text-warning" },
  approved: { Icon: CircleCheck, ink: "bg-accent-soft text-accent-strong" },
  rejected: { Icon: CircleX, ink: "bg-danger-soft text-danger" },
} as const;

interface ReviewHeaderProps {
  user: UserDto;
  decision: ReviewDecision | null;
  /** Reverses a decision (product 4.3); null while there is none. */
  reverse: (() => void) | null;
  neighbours: Record<"previous" | "next", NavigationTarget | null>;
  shortcuts: readonly Shortcut[];
}

/** Shows the user, the status and the decision; sticky from 640 px on. */
export function ReviewHeader({ user, decision, reverse, neighbours, shortcuts }: ReviewHeaderProps) {
  const list = useLastList();
  const { status } = user.verification;
  const person = personOf(user);
  // The link, button or row that opened the case is gone: the focus moves to the case. A page loaded directly keeps the browser's focus.
  const title = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hasNavigated = document.documentElement.hasAttribute("data-moved");
    if (hasNavigated && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
  }, []);
  const { data: duplicates } = useReviewPanel(user._id, "duplicates");
  const samePerson = (duplicates?.people ?? []).filter(
    ({ _id, decision: made }) => made?.verdict === "same_person" && _id !== user.closed?.goesOn?._id,
  );
  const reviewed = user.role !== "admin";
  const { Icon, ink } = reviewed ? looks[status] : { Icon: UserRound, ink: "bg-sunken text-muted" };
  return (
    <header className="z-20 -mx-4 -mt-6 border-b border-line bg-canvas px-4 py-3 sm:sticky sm:top-(--header-height) sm:-mx-6 sm:-mt-8 sm:px-6 lg:-mx-8 lg:px-8">
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-center gap-x-4 gap-y-2">
        <LinkButton href={list} variant="quiet" size="sm" className="-ml-3 min-h-11">
          <ArrowLeft aria-hidden className="size-5" />
          Back
        </LinkButton>
        <span className="flex gap-1 max-md:ml-auto md:order-last">
          <IconButton
            label="Previous in list (k)"
            disabled={!neighbours.previous}
            onClick={neighbours.previous?.go}
          >
            <ChevronUp aria-hidden className="size-5" />
          </IconButton>
          <IconButton label="Next in list (j)" disabled={!neighbours.next} onClick={neighbours.next?.go}>
            <ChevronDown aria-hidden className="size-5" />
          </IconButton>
          <Shortcuts shortcuts={shortcuts} />
        </span>
        <span
          aria-hidden
          className={cn("hidden size-11 shrink-0 place-items-center rounded-full 2xl:grid", ink)}
        >
          <Icon className="size-6" />
        </span>
        <div
          ref={title}
          tabIndex={-1}
          className="order-last min-w-0 basis-full outline-none md:order-none md:flex-1 md:basis-0"
        >
          <div className="flex flex-wrap gap-x-2 text-sm leading-5 text-muted">
            <h1 className="tracking-normal">User Verification</h1>
            <span aria-hidden>·</span>
            <span>{roleTypeLabel(user)}</span>
            {person && (
              <>
                <span aria-hidden>·</span>
                <span translate="no">{person}</span>
              </>
            )}
          </div>
          {user.closed && (
            <p className="text-sm leading-5">
              <span>{`Closed on ${formatDate(user.closed.at)}. The person continues with `}</span>
              {user.closed.goesOn ? (
                <TextLink href={paths.adminVerificationUser(user.closed.goesOn._id)}>
                  {user.closed.goesOn.name}
                </TextLink>
              ) : (
                <span>an account that was erased</span>
              )}
            </p>
          )}
          {samePerson.length > 0 && (
            <p className="text-sm leading-5">
              <span>Same person as </span>
              {samePerson.map((other, index) => (
                <span key={other._id}>
                  {index > 0 && <span>, </span>}
                  <TextLink href={paths.adminVerificationUser(other._id)}>{displayName(other)}</TextLink>
                  {other.isClosed && <span> (closed)</span>}
                </span>
              ))}
            </p>
          )}
          <p
            title={displayName(user)}
            translate="no"
            className="text-lg leading-7 font-semibold tracking-tight [overflow-wrap:anywhere] md:truncate"
          >
            {displayName(user)}
          </p>
        </div>
        {reviewed && (
          <span className="ml-auto flex flex-wrap justify-end gap-1.5 md:ml-0">
            <DeadlineBadge dueAt={user.verification.dueAt} />
            <VerificationBadge {...user.verification} />
          </span>
        )}
        {reverse && (
          <Button variant="quiet" size="sm" onClick={reverse}>
            Change the decision
          </Button>
        )}
        {decision && <DecisionButtons decision={decision} className="hidden gap-2 sm:flex" />}
      </div>
    </header>
  );
}
