"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../../labels";
import { toUserFilters, queueDefaults } from "../../list-state";
import { useUsers } from "../../queries";
import { useLastList } from "../../use-list-state";
import { OpenNextSetting } from "./open-next-setting";
import type { NavigationTarget } from "../use-adjacent-users";
import type { Outcome } from "./use-review-decision";

interface OutcomeNoticeProps {
  user: UserDto;
  outcome: Outcome;
  /** The next open case of the reviewer's list. */
  pending: NavigationTarget | null;
}

const tones = { saved: "success", conflict: "warning" } as const;

/** Shows the result of the decision, and a link to the next pending submission. */
export function OutcomeNotice({ user, outcome, pending }: OutcomeNoticeProps) {
  const { kind, title, text } = outcome;
  const list = useLastList();
  // After the last case of the list, the notice offers any other pending submission of the role.
  const role = user.role === "startup" ? "startup" : "investor";
  const queue = useUsers(toUserFilters({ ...queueDefaults, role }), pending === null);
  const other =
    pending || queue.isFetching ? undefined : queue.data?.users.find(({ _id }) => _id !== user._id);

  // The clicked buttons have been removed, and the page may be scrolled far down.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    frame.current?.focus({ preventScroll: true });
  }, [outcome]);

  return (
    <div ref={frame} tabIndex={-1} className="rounded-card outline-none">
      <Notice
        tone={tones[kind]}
        role={kind === "conflict" ? "alert" : "status"}
        title={title}
        action={
          <div className="flex flex-wrap gap-2">
            {pending && (
              <Button size="sm" onClick={pending.go}>
                {`Review next: ${isolate(pending.name)}`}
              </Button>
            )}
            {other && (
              <LinkButton href={paths.adminVerificationUser(other._id)} size="sm">
                {`Review next: ${displayName(other)}`}
              </LinkButton>
            )}
            <LinkButton href={list} size="sm" variant="secondary">
              Open the list
            </LinkButton>
          </div>
        }
      >
        <span>{text}</span>
        <OpenNextSetting />
      </Notice>
    </div>
  );
}
