"use client";

import { useState } from "react";
import { toast } from "sonner";
import type { ApiError } from "@/lib/contract/client";
import type { UserDto } from "@/lib/users/dto";
import type { VerificationStatus } from "@/lib/roles";
import { getConflictingDecision, type ConflictingDecision } from "../decision-conflict";
import { useDecision } from "../queries";
import { displayName } from "../labels";

/** What a decision came to, said on the page until the reviewer leaves it. */
export type Outcome =
  { kind: "decided"; status: VerificationStatus } | ({ kind: "late"; message: string } & ConflictingDecision);

/**
 * Approving and rejecting one person. Each sends the status that was on the screen; when somebody else was first, nothing is
 * overwritten: the reviewer is told, and what is shown is fetched anew.
 */
export function useReviewDecision(user: UserDto) {
  const decision = useDecision();
  const [dialog, setDialog] = useState<"approve" | "reject" | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const working = decision.isPending ? decision.variables.status : null;

  const send = (status: "approved" | "rejected", rejectionReason?: string) => {
    if (decision.isPending) return;
    setProblem(null);
    decision.mutate(
      {
        userId: user._id,
        status,
        expectedStatus: user.verification.status,
        submissionId: user.verification.submissionId,
        ...(rejectionReason && { rejectionReason }),
      },
      {
        onSuccess: () => {
          setDialog(null);
          setOutcome({ kind: "decided", status });
          toast.success(`${displayName(user)} ${status}`, { id: `decision-${user._id}` });
        },
        onError: (error: ApiError) => {
          if (error.status === 409) {
            setDialog(null);
            setOutcome({ kind: "late", message: error.message, ...getConflictingDecision(error) });
          } else {
            setProblem(error.message);
            if (dialog === null) toast.error(error.message);
          }
        },
      },
    );
  };

  return {
    dialog,
    outcome,
    problem,
    approving: working === "approved",
    rejecting: working === "rejected",
    /** Who submitted nothing is only approved after a warning. */
    approve: () => {
      setProblem(null);
      if (user.verification.submittedAt) send("approved");
      else setDialog("approve");
    },
    /** By the keyboard nobody is approved without a question: a single key is pressed too easily. */
    askApproval: () => {
      setProblem(null);
      setDialog("approve");
    },
    confirmApprove: () => send("approved"),
    askReason: () => {
      setProblem(null);
      setDialog("reject");
    },
    reject: (reason: string) => send("rejected", reason),
    close: () => setDialog(null),
  };
}

export type ReviewDecision = ReturnType<typeof useReviewDecision>;
