import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { VerificationStatus } from "@/lib/routes/policy";

const looks: Record<VerificationStatus, { tone: Tone; word: string }> = {
  pending: { tone: "warning", word: "Pending" },
  approved: { tone: "success", word: "Approved" },
  rejected: { tone: "danger", word: "Rejected" },
};

/** A verification's state, the same everywhere. */
export function VerificationBadge({ status }: { status: VerificationStatus }) {
  const { tone, word } = looks[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
