import { PageHeading } from "@/components/ui/card";
import type { RequirementDto } from "@/lib/approvals/requirement-schema";
import type { ProposalDto } from "@/lib/approvals/schema";
import { PendingProposals } from "./pending-proposals";
import { Requirements } from "./requirements";

interface ApprovalsProps {
  ownId: string;
  proposals: readonly ProposalDto[];
  /** The number of all pending proposals, of which the latest are listed. */
  count: number;
  /** For super administrators; null for others. */
  requirements: readonly RequirementDto[] | null;
}

/** Shows the pending proposals and, to super administrators, the acts that need one (product 10.14). */
export const Approvals = ({ ownId, proposals, count, requirements }: ApprovalsProps) => (
  <div className="mx-auto grid w-full max-w-4xl gap-6">
    <PageHeading title="Second Approvals">
      Some actions can require two people: one administrator makes a request, and another one confirms it.
    </PageHeading>
    <PendingProposals ownId={ownId} proposals={proposals} more={count - proposals.length} />
    {requirements && (
      <Requirements
        requirements={requirements}
        isEnding={proposals.some(({ kind }) => kind === "second_approval_off")}
      />
    )}
  </div>
);
