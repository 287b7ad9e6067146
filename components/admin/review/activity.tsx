import { DescriptionList } from "@/components/ui/card";
import { formatDateTime } from "@/components/ui/format";
import type { UserDto } from "@/lib/users/dto";
import { NOT_PROVIDED } from "../labels";

/** When and by whom it was decided; for super administrators only (product 2.13). Times are those of Lagos. */
export function Activity({ user }: { user: UserDto }) {
  const { submittedAt, reviewedAt, reviewedBy, rejectionReason, status } = user.verification;
  const or = (value: string | null | undefined) =>
    value || <span className="text-muted">{NOT_PROVIDED}</span>;
  return (
    <DescriptionList
      items={[
        { label: "Submitted at", value: or(formatDateTime(submittedAt)) },
        ...(reviewedAt
          ? [
              { label: "Reviewed at", value: formatDateTime(reviewedAt) },
              { label: "Reviewed by", value: or(reviewedBy?.name) },
            ]
          : [{ label: "Reviewed", value: <span className="text-muted">not yet</span> }]),
        ...(status === "rejected" ? [{ label: "Rejection reason", value: or(rejectionReason) }] : []),
      ]}
    />
  );
}
