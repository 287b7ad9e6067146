import { ShieldCheck } from "lucide-react";
import { Card, DescriptionList } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { VerificationBadge } from "@/components/verification/status";
import type { UserDto } from "@/lib/users/dto";

const profileName = ({ role, investorType }: UserDto) =>
  role === "startup" ? "Startup" : investorType === "corporate" ? "Corporate investor" : "Personal investor";

/** Where the verification stands, and since when. */
export function VerificationStatusCard({ user }: { user: UserDto }) {
  const { submittedAt, reviewedAt, status } = user.verification;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 gap-4">
          <span
            aria-hidden
            className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
          >
            <ShieldCheck className="size-6" />
          </span>
          <div>
            <h2 className="text-lg font-semibold">Verification</h2>
            <p className="mt-0.5 text-[0.9375rem] text-muted">
              {reviewedAt ? `Approved on ${formatDate(reviewedAt)}` : "Your identity is confirmed."}
            </p>
          </div>
        </div>
        <VerificationBadge status={user.isVerified ? "approved" : status} />
      </div>
      <div className="mt-5 border-t border-line pt-5">
        <DescriptionList
          items={[
            { label: "Profile", value: profileName(user) },
            ...(submittedAt ? [{ label: "Submitted", value: formatDate(submittedAt) }] : []),
          ]}
        />
      </div>
    </Card>
  );
}
