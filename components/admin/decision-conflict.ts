import { formatDateTime } from "@/components/ui/format";
import type { ApiError } from "@/lib/contract/client";

/** Who was first, and when, where the server said so in its refusal. The name is told to super administrators only. */
export interface ConflictingDecision {
  by: string | null;
  at: string | null;
}

export function getConflictingDecision(error: ApiError): ConflictingDecision {
  const { data } = (error.body ?? {}) as {
    data?: { reviewedAt?: string | null; reviewedBy?: { name?: string } | null };
  };
  return { by: data?.reviewedBy?.name ?? null, at: data?.reviewedAt ?? null };
}

/** `Ada Obi was first, on 2 March 2026, 14:05.` */
export const describeConflict = ({ by, at }: ConflictingDecision): string =>
  `${by ?? "Another reviewer"} decided first${at ? `, on ${formatDateTime(at)}` : ""}.`;
