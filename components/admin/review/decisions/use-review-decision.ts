"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import type { UserProposal } from "@/lib/approvals/schema";
import type { ApiError } from "@/lib/contract/client";
import { questionsOf } from "@/lib/review/findings/schema";
import type { UserDto } from "@/lib/users/dto";
import { displayName } from "../../labels";
import { describeConflict, isDecided, toDecision, useDecision } from "../../queries";
import { loadCompared, reviewQuery } from "../queries";
import type { NavigationTarget } from "../use-adjacent-users";
import { useNextCase } from "./use-next-case";

/** The result of a decision, shown on the page until the reviewer leaves it. */
export interface Outcome {
  /** Whether the decision was saved, or another reviewer decided first, so that nothing was saved. */
  kind: "saved" | "conflict";
  title: string;
  text: string;
}

/**
 * Approves and rejects a user. Each request sends the status that the reviewer saw, so that it cannot overwrite another reviewer's
 * decision.
 */
export function useReviewDecision(
  user: UserDto,
  proposals: readonly UserProposal[],
  pending: NavigationTarget | null,
) {
  const decision = useDecision();
  const isSubmitted = user.verification.submittedAt !== null;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"approve" | "reject" | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** Whether the case is being loaded for an approval. */
  const [isPreparing, setIsPreparing] = useState(false);
  /** Outlives the dialog, which closes when another reviewer has decided, so that typed text is not lost. */
  const [reason, setReason] = useState("");
  const nextCase = useNextCase(pending);
  const sending = decision.isPending || nextCase.isOpening ? decision.variables?.status : null;

  /**
   * Counts the reviewer's choices: an approval whose checks are still loading is not sent after another choice, or if the reviewer leaves
   * the case.
   */
  const choices = useRef(0);
  useEffect(() => () => void (choices.current += 1), []);
  /** The user as of the reviewer's choice: a decision made by another reviewer since then is a conflict and must not be overwritten. */
  const seen = useRef(user);

  const open = (kind: typeof dialog) => {
    choices.current += 1;
    seen.current = user;
    setError(null);
    setDialog(kind);
  };
  /** Loads the case for an approval; undefined if the reviewer has chosen something else meanwhile. */
  const prepare = async () => {
    const choice = (choices.current += 1);
    seen.current = user;
    setIsPreparing(true);
    const review = isSubmitted ? await loadCompared(user._id).catch(() => null) : null;
    if (choice !== choices.current) return undefined;
    setIsPreparing(false);
    if (review) client.setQueryData(reviewQuery(user._id).queryKey, review);
    return review;
  };
  /** Opens the next case, or shows on the page that the decision is saved. */
  const finish = (title: string, notification: string) => {
    setDialog(null);
    const id = `decision-${user._id}`;
    if (nextCase.open()) {
      // The toast covers neither the decision buttons of the next case nor its name.
      toast.success(notification, { id, position: "bottom-left" });
      return;
    }
    setOutcome({ kind: "saved", title, text: "They will receive an email." });
    toast.success(notification, { id });
  };
  const showConflict = (failure: ApiError) => {
    const typed = reason.trim() && ` The reason you wrote: “${reason.trim()}”`;
    setDialog(null);
    setOutcome({
      kind: "conflict",
      title: failure.message,
      text: `${describeConflict(failure)} Your decision was not saved. The earlier decision is unchanged.${typed}`,
    });
  };
  const send = (status: "approved" | "rejected", more?: Parameters<typeof toDecision>[2]) => {
    if (decision.isPending) return;
    setError(null);
    const name = displayName(user);
    decision.mutate(toDecision(seen.current, status, more), {
      onSuccess: () => finish(`You ${status} ${name}`, `${name} ${status}`),
      onError: (failure) => {
        if (awaitsConfirmation(failure)) {
          setDialog(null);
          setOutcome(null);
          // The proposal is shown on the page, with Withdraw instead of Approve.
          void client.invalidateQueries({ queryKey: reviewQuery(user._id).queryKey });
          return;
        }
        if (isDecided(failure)) {
          showConflict(failure);
        } else {
          setError(failure.message);
          // There may be new findings, which the dialog then shows.
          void client.invalidateQueries({ queryKey: reviewQuery(user._id).queryKey });
          if (dialog === null) toast.error(failure.message);
        }
      },
    });
  };

  return {
    finish,
    showConflict,
    dialog,
    outcome,
    error,
    reason,
    setReason,
    /** A case cannot be approved while an approval of it is pending. */
    canApprove: !proposals.some(({ kind }) => kind === "approval"),
    approving: sending === "approved",
    isPreparing,
    rejecting: sending === "rejected",
    /** The keyboard always opens a dialog, because a single key is easily pressed by accident. */
    open: (kind: "approve" | "reject") => {
      setIsPreparing(false);
      const shown = client.getQueryData(reviewQuery(user._id).queryKey);
      if (kind === "approve" && shown?.screening?.isDue)
        void prepare().then((review) => review !== undefined && open("approve"));
      else open(kind);
    },
    close: () => setDialog(null),
    /** Approves a case without warnings immediately; otherwise opens a dialog with the warnings. */
    approve: async () => {
      // Findings and decisions made by colleagues since then count too.
      const review = await prepare();
      if (review === undefined) return;
      const findings = review?.findings;
      if (findings && questionsOf(findings).length === 0)
        send("approved", { seen: findings.map(({ key }) => key) });
      else open("approve");
    },
    send,
  };
}

export type ReviewDecision = ReturnType<typeof useReviewDecision>;
