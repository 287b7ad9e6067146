"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../labels";
import { describeConflict } from "../decision-conflict";
import { useLastList } from "../last-list";
import { useUsers } from "../queries";
import { toUserFilters, queueDefaults } from "../list-state";
import type { NavigationTarget } from "./use-neighbours";
import type { Outcome } from "./use-review-decision";

interface OutcomeNoticeProps {
  user: UserDto;
  outcome: Outcome;
  /** Who waits next in the list the reviewer works through. */
  waiting: NavigationTarget | null;
}

/** What became of the decision, and who waits next: a reviewer reads two hundred of these a day. */
export function OutcomeNotice({ user, outcome, waiting }: OutcomeNoticeProps) {
  const list = useLastList();
  // At the end of the list, whoever waits elsewhere.
  const role = user.role === "startup" ? "startup" : "investor";
  const others = useUsers(toUserFilters({ ...queueDefaults, role }), waiting === null);
  const other =
    waiting || others.isFetching ? undefined : others.data?.users.find(({ _id }) => _id !== user._id);

  // The buttons that were pressed are gone, and the reader may be far down the page.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    frame.current?.focus({ preventScroll: true });
  }, [outcome]);

  const late = outcome.kind === "late";
  return (
    <div ref={frame} tabIndex={-1} className="rounded-card outline-none">
      <Notice
        tone={late ? "warning" : "success"}
        role={late ? "alert" : "status"}
        title={late ? outcome.message : `You ${outcome.status} ${displayName(user)}`}
        action={
          <div className="flex flex-wrap gap-2">
            {waiting && (
              <Button size="sm" onClick={waiting.go}>
                Review next: {waiting.name}
              </Button>
            )}
            {other && (
              <LinkButton href={paths.adminVerificationUser(other._id)} size="sm">
                Review next: {displayName(other)}
              </LinkButton>
            )}
            <LinkButton href={list} size="sm" variant="secondary">
              Back to list
            </LinkButton>
          </div>
        }
      >
        {late
          ? `${describeConflict(outcome)} Your decision was not saved. The earlier decision is unchanged.`
          : "They will receive an email."}
      </Notice>
    </div>
  );
}
