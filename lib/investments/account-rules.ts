/** A decision on a submission with a bank account, which `account` identifies. */
export interface AccountDecision {
  submissionId: string;
  isApproved: boolean;
  decidedAt: Date;
  account: string;
}

export interface AccountHistory {
  /** The submission that names the verified account; null if none does. */
  submissionId: string | null;
  /** When the verified account became this one, or none. */
  since: Date;
  /** Whether it replaced an account, or an account was withdrawn. */
  hasChanged: boolean;
}

/**
 * Returns the verified account after a user's decisions, oldest first: that of the newest approval. An approval that was later rejected
 * counts no longer, so the account is again that of the approval before it. Null without an approval.
 */
export function replayDecisions(decisions: readonly AccountDecision[]): AccountHistory | null {
  const approved = new Map<string, string>();
  let history = null as AccountHistory | null;
  let account: string | null = null;
  for (const decision of decisions) {
    approved.delete(decision.submissionId);
    if (decision.isApproved) approved.set(decision.submissionId, decision.account);
    const [submissionId, present] = [...approved].at(-1) ?? [null, null];
    if (present !== account)
      history = { submissionId, since: decision.decidedAt, hasChanged: history !== null };
    else if (history) history = { ...history, submissionId };
    account = present;
  }
  return history;
}
