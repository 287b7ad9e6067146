import { formatDateTime } from "@/components/ui/format";
import type { ApiError } from "@/lib/contract/client";

/** `Ada Obi decided first, on 2 March 2026, 14:05.` The server sends the name to super administrators only. */
export function describeConflict(error: ApiError): string {
  const { data } = (error.body ?? {}) as {
    data?: { reviewedAt?: string | null; reviewedBy?: { name?: string } | null };
  };
  const by = data?.reviewedBy?.name ?? "Another reviewer";
  return `${by} decided first${data?.reviewedAt ? `, on ${formatDateTime(data.reviewedAt)}` : ""}.`;
}
