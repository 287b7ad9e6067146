import { InvestmentStateBadge } from "@/components/investments/investment-state";
import { Figures } from "@/components/investments/portfolio";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import type { InvestorMoneyDto } from "@/lib/investments/schema";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

/** Shows an investor's totals and newest investments on their page, with a search for their payments (product 10.34). */
export function InvestorMoney({ name, portfolio, investments, hasMore }: InvestorMoneyDto) {
  const { invested, value, due, paidOut } = portfolio;
  return (
    <section aria-labelledby="investor-money">
      <Card className="grid gap-5">
        <CardHeading id="investor-money" title="Investments and money" />
        {investments.length === 0 ? (
          <p className="text-muted">No investments yet.</p>
        ) : (
          <>
            <Figures
              figures={[
                { title: "Invested", amount: invested },
                { title: "Value today", amount: value },
                { title: "Due", amount: due },
                { title: "Paid out", amount: paidOut },
              ]}
            />
            <ul className="divide-y divide-line border-y border-line">
              {investments.map(({ _id, reference, planName, amount, state, requestedAt }) => (
                <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
                  <span className="grid min-w-0 gap-0.5">
                    <TextLink
                      href={paths.adminInvestment(_id)}
                      className="inline-flex min-h-11 items-center sm:min-h-6"
                    >
                      {planName}
                    </TextLink>
                    <span className="flex flex-wrap gap-x-3 text-sm text-muted figures">
                      <span translate="no">{reference}</span>
                      <span>{formatDate(requestedAt)}</span>
                    </span>
                  </span>
                  <span className="flex items-center gap-3">
                    <span className="figures">{formatExact(BigInt(amount))}</span>
                    <InvestmentStateBadge state={state} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        <TextLink
          href={paths.adminPayments({ q: name })}
          className="inline-flex min-h-11 items-center sm:min-h-6"
        >
          {hasMore ? "Search all investments, transfers and payouts" : "Search transfers and payouts"}
        </TextLink>
      </Card>
    </section>
  );
}
