import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { formatExact } from "@/lib/money";
import type { PayoutDto } from "@/lib/payouts/schema";
import { paths } from "@/lib/routes/paths";

/** Shows why a payout is owed, and the receipts that its money came from (ADR 44). */
export function PayoutEvidence({ payout: { investment, reasons, receipts } }: { payout: PayoutDto }) {
  return (
    <div className="grid gap-1 text-sm">
      {investment && (
        <TextLink
          href={paths.adminInvestment(investment._id)}
          translate="no"
          className="inline-flex min-h-11 items-center justify-self-end figures sm:min-h-0 sm:justify-self-start"
        >
          {investment.reference}
        </TextLink>
      )}
      {reasons.map(({ label, on }) => (
        <p key={`${label} ${on}`}>{`${label}, ${formatDate(on)}`}</p>
      ))}
      <ul aria-label="Where its money came from" className="grid gap-0.5 text-muted">
        {receipts.map(({ on, amount, statement }, index) => (
          <li key={index} className="figures">
            <span>{`${formatExact(BigInt(amount))} received on ${formatDate(on)}: `}</span>
            {statement ? (
              <span>{`${statement.fileName}, imported by ${statement.importedBy.name}`}</span>
            ) : (
              <span className="text-warning">recorded by hand, on no statement</span>
            )}
          </li>
        ))}
        {receipts.length === 0 && <li className="text-warning">No receipt of its money is known</li>}
      </ul>
    </div>
  );
}
