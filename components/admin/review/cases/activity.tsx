import { DescriptionList } from "@/components/ui/card";
import { formatDateTime } from "@/components/ui/format";
import type { UserDto } from "@/lib/users/dto";
import { orNotProvided } from "../../labels";
import { EvidenceButton } from "../decisions/evidence-button";

/** Shows super administrators the time and the reviewer of the decision (product 2.13). Times are in Lagos time. */
export function Activity({ user }: { user: UserDto }) {
  const { submittedAt, reviewedAt, reviewedBy, rejectionReason, status } = user.verification;
  return (
    <div className="grid gap-4">
      <DescriptionList
        items={[
          { label: "Submitted at", value: orNotProvided(formatDateTime(submittedAt)) },
          { label: "Reviewed at", value: orNotProvided(formatDateTime(reviewedAt)) },
          { label: "Reviewed by", value: orNotProvided(reviewedBy?.name) },
          ...(status === "rejected"
            ? [{ label: "Rejection reason", value: orNotProvided(rejectionReason) }]
            : []),
        ]}
      />
      <div>
        <EvidenceButton userId={user._id} />
      </div>
    </div>
  );
}
