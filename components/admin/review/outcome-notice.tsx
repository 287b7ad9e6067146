"use client";

import { useEffect, useRef } from "react";
import { LinkButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { nameOf } from "../labels";
import { useUsers } from "../queries";
import type { Outcome } from "./use-review-decision";

/** What became of the decision, and who waits next: a reviewer reads two hundred of these a day. */
export function OutcomeNotice({ user, outcome }: { user: UserDto; outcome: Outcome }) {
  const role = user.role === "startup" ? "startup" : "investor";
  const waiting = useUsers({
    page: 1,
    limit: 2,
    status: "pending",
    role,
    onlySubmitted: true,
    excludeAdmin: true,
  });
  const next = waiting.isFetching ? undefined : waiting.data?.users.find(({ _id }) => _id !== user._id);
  const by = user.verification.reviewedBy?.name;

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
        title={late ? outcome.message : `You ${outcome.status} ${nameOf(user)}`}
        action={
          <div className="flex flex-wrap gap-2">
            {next && (
              <LinkButton href={paths.adminVerificationUser(next._id)} size="sm">
                Review next: {nameOf(next)}
              </LinkButton>
            )}
            <LinkButton href={paths.adminVerification({ role })} size="sm" variant="secondary">
              Back to the queue
            </LinkButton>
          </div>
        }
      >
        {late
          ? `${by ?? "Somebody else"} was first. Your decision was not saved and nothing was overwritten.`
          : "An email is on its way to them."}
      </Notice>
    </div>
  );
}
