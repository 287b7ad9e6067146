import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { VerificationStatus } from "@/lib/roles";

const looks: Record<VerificationStatus, { tone: Tone; word: string }> = {
  pending: { tone: "warning", word: "Pending" },
  approved: { tone: "success", word: "Approved" },
  rejected: { tone: "danger", word: "Rejected" },
};

interface VerificationBadgeProps {
  status: VerificationStatus;
  /** Whether it was rejected with a request to change some of its parts. */
  changesRequested?: boolean;
  submittedAt?: string | null;
}

/** Shows the status of a verification; "Not started" if nothing has been submitted (`submittedAt` is null). */
export function VerificationBadge({ status, changesRequested, submittedAt }: VerificationBadgeProps) {
  if (status === "pending" && submittedAt === null)
    return <StatusBadge tone="neutral">Not started</StatusBadge>;
  if (changesRequested) return <StatusBadge tone="warning">Changes asked</StatusBadge>;
  const { tone, word } = looks[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
