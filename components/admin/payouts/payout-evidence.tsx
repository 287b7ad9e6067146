import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { formatExact } from "@/lib/money";
import type { PayoutDto } from "@/lib/payouts/schema";
import { paths } from "@/lib/routes/paths";
import { returnedLabel } from "./payout-labels";

type Part = PayoutDto["parts"][number];

/** Shows what a payout pays: why each part is owed, and the receipts that its money came from (ADR 44). */
export function PayoutEvidence({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className="grid gap-3">
      {parts.map((part) => (
        <li key={part._id} className="grid gap-1 text-sm">
          {parts.length > 1 && <p className="font-medium figures">{formatExact(BigInt(part.amount))}</p>}
          <PartEvidence part={part} />
        </li>
      ))}
    </ul>
  );
}

function PartEvidence({ part: { source, on, cameBack, investment, reasons, receipts } }: { part: Part }) {
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
      {source === "receipt" && <p>{`Refund, due since ${formatDate(on)}`}</p>}
      {reasons.map(({ label, on: day }) => (
        <p key={`${label} ${day}`}>{`${label}, ${formatDate(day)}`}</p>
      ))}
      {cameBack && <p className="text-muted">{returnedLabel(cameBack)}</p>}
      <ul aria-label="Where its money came from" className="grid gap-0.5 text-muted">
        {receipts.map((receipt, index) => (
          <li key={index} className="figures">
            <span>{`${formatExact(BigInt(receipt.amount))} received on ${formatDate(receipt.on)}: `}</span>
            {receipt.statement ? (
              <span>{`${receipt.statement.fileName}, imported by ${receipt.statement.importedBy.name}`}</span>
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
