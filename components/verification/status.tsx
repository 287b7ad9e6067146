import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { VerificationStatus } from "@/lib/roles";

const looks: Record<VerificationStatus, { tone: Tone; word: string }> = {
  pending: { tone: "warning", word: "Pending" },
  approved: { tone: "success", word: "Approved" },
  rejected: { tone: "danger", word: "Rejected" },
};

/** A verification's status, the same everywhere. Where nothing was submitted (`submittedAt` is null), pending reads "Not started". */
export function VerificationBadge({
  status,
  submittedAt,
}: {
  status: VerificationStatus;
  submittedAt?: string | null;
}) {
  if (status === "pending" && submittedAt === null)
    return <StatusBadge tone="neutral">Not started</StatusBadge>;
  const { tone, word } = looks[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
