"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { adminKeys } from "@/components/admin/keys";
import { payoutLabels, problemLabels, senderLabel } from "@/components/admin/payouts/payout-labels";
import { InvestmentStateBadge } from "@/components/investments/investment-state";
import { StatusBadge } from "@/components/ui/badge";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageSpinner } from "@/components/ui/spinner";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { call, type ApiError } from "@/lib/contract/client";
import { formatExact, formatKobo } from "@/lib/money";
import { payouts } from "@/lib/payouts/api";
import type { PaymentSearchDto } from "@/lib/payouts/search-schema";
import { paths } from "@/lib/routes/paths";
import { lineLabel } from "./line-columns";

/** Shows what a search over investments, statement lines, amounts due and payouts has found (product 10.34). */
export function PaymentSearch({ q }: { q: string }) {
  const { data, error, refetch, isFetching } = useQuery<PaymentSearchDto, ApiError>({
    queryKey: [...adminKeys.payments, "search", q],
    queryFn: async ({ signal }) => (await call(payouts.searchPayments, { query: { q }, signal })).data,
  });
  if (error) return <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <PageSpinner label="Searching" />;
  if (Object.values(data).every((found) => found.length === 0))
    return (
      <EmptyState title="Nothing found" icon={<Search className="size-6" />}>
        Search for a name, a reference, an amount, a day such as 20/11/2026, or the last digits of an account.
        Of the bank’s texts, those of lines to decide or to refund are searched.
      </EmptyState>
    );
  return (
    <div className="grid gap-8">
      <Group title="Investments" count={data.investments.length}>
        {data.investments.map(
          ({ _id, reference, planName, investor, state, amount, received, requestedAt }) => (
            <Hit
              key={_id}
              title={
                <TextLink href={paths.adminInvestment(_id)} translate="no" className="figures">
                  {reference}
                </TextLink>
              }
              badge={<InvestmentStateBadge state={state} />}
              amount={amount}
              facts={[
                investor.name,
                planName,
                `requested on ${formatDate(requestedAt)}`,
                received === "0" ? null : `${formatKobo(BigInt(received))} received`,
              ]}
            />
          ),
        )}
      </Group>
      <Group title="Statement lines" count={data.lines.length}>
        {data.lines.map((line) => {
          const { label, tone, detail } = lineLabel(line);
          const named = line.proposal ? line.allocations : line.investments;
          return (
            <Hit
              key={line._id}
              title={line.counterparty || line.narration || "No narration"}
              badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
              amount={line.amount}
              facts={[
                formatDate(line.on),
                line.counterparty ? line.narration : null,
                named
                  .map(({ reference }) => reference)
                  .filter((reference) => !line.narration.includes(reference))
                  .join(", "),
                line.note ?? detail,
              ]}
            />
          );
        })}
      </Group>
      <Group title="Amounts due" count={data.due.length}>
        {data.due.map((due) => (
          <Hit
            key={due._id}
            title={due.investor?.name ?? "Unknown sender"}
            badge={
              <StatusBadge tone="warning">{due.problem ? problemLabels[due.problem] : "Due"}</StatusBadge>
            }
            amount={due.amount}
            facts={[
              [due.source === "receipt" ? "Refund" : "Due", due.reference].filter(Boolean).join(" for "),
              `since ${formatDate(due.on)}`,
              due.line && senderLabel(due.line),
            ]}
          />
        ))}
      </Group>
      <Group title="Payouts" count={data.payouts.length}>
        {data.payouts.map((payout) => (
          <Hit
            key={payout._id}
            title={
              <TextLink href={paths.adminPayoutBatch(payout.batchId)}>
                {payout.payee ?? "Unknown account"}
              </TextLink>
            }
            badge={
              <StatusBadge tone={payoutLabels[payout.state].tone}>
                {payoutLabels[payout.state].label}
              </StatusBadge>
            }
            amount={payout.amount}
            facts={[
              payout.reference,
              payout.account && `${payout.account.bankName} ${payout.account.accountNumber}`,
              payout.settledOn
                ? `settled on ${formatDate(payout.settledOn)}`
                : `proposed on ${formatDate(payout.createdOn)}`,
            ]}
          />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg leading-7 font-semibold">{title}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">{children}</ul>
    </section>
  );
}

interface HitProps {
  title: ReactNode;
  badge: ReactNode;
  /** In kobo; negative if paid out. */
  amount: string;
  facts: (string | null)[];
}

const Hit = ({ title, badge, amount, facts }: HitProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 [overflow-wrap:anywhere] sm:px-5">
    <span className="font-medium">{title}</span>
    <span className="text-right figures">{formatExact(BigInt(amount))}</span>
    <span className="text-sm text-muted">{facts.filter(Boolean).join(", ")}</span>
    <span className="justify-self-end">{badge}</span>
  </li>
);
