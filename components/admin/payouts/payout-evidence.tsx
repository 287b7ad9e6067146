import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { isolate } from "@/lib/bidi";
import { formatExact } from "@/lib/money";
import type { PayoutDto } from "@/lib/payouts/schema";
import { paths } from "@/lib/routes/paths";
import { returnedLabel } from "./payout-labels";

type Part = PayoutDto["parts"][number];

/** Shows what a payout pays: why each part is owed, and the receipts that its money came from (ADR 44). */
export function PayoutEvidence({ parts }: { parts: readonly Part[] }) {
  // All that an investment owes is from the same receipts; each refund is from its own.
  const groups = [
    ...Map.groupBy(parts, ({ _id, source, investment }) =>
      source === "investment" ? investment?._id : _id,
    ).values(),
  ];
  return (
    <ul className="grid gap-3 text-sm">
      {groups.map((group) => (
        <li key={group[0]!._id} className="grid gap-1">
          <PartEvidence parts={group} hasAmounts={parts.length > 1} />
        </li>
      ))}
    </ul>
  );
}

const reasonOf = ({ source, on, reasons }: Part): string =>
  [
    ...(source === "receipt" ? ["Refund"] : [...new Set(reasons.map(({ label }) => label))]),
    formatDate(on),
  ].join(", ");

function PartEvidence({ parts, hasAmounts }: { parts: readonly Part[]; hasAmounts: boolean }) {
  const { investment, receipts } = parts[0]!;
  return (
    <>
      {investment && (
        <TextLink
          href={paths.adminInvestment(investment._id)}
          translate="no"
          className="inline-flex min-h-11 items-center justify-self-end figures sm:min-h-0 sm:justify-self-start"
        >
          {investment.reference}
        </TextLink>
      )}
      {parts.map((part) => (
        <p key={part._id} className="figures">
          {hasAmounts && <span>{`${formatExact(BigInt(part.amount))} `}</span>}
          <span>{reasonOf(part)}</span>
          {part.cameBack && <span className="block text-muted">{returnedLabel(part.cameBack)}</span>}
        </p>
      ))}
      <ul aria-label="Where its money came from" className="grid gap-0.5 text-muted">
        {receipts.map(({ on, amount, statement }, index) => (
          <li key={index} className="figures">
            <span>{`${formatExact(BigInt(amount))} received on ${formatDate(on)}: `}</span>
            {statement ? (
              <span>{`${isolate(statement.fileName)}, imported by ${isolate(statement.importedBy.name)}`}</span>
            ) : (
              <span className="text-warning">recorded by hand, on no statement</span>
            )}
          </li>
        ))}
        {receipts.length === 0 && <li className="text-warning">No receipt of its money is known</li>}
      </ul>
    </>
  );
}
