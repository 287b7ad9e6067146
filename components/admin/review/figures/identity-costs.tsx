import { Card, CardHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { IdentityCost } from "@/lib/review/identity-checks/costs";
import { kindLabels } from "@/lib/review/identity-checks/schema";

const naira = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });

/** Shows the cost of calls to the identity check provider (product 10.26); nothing before the first call. */
export function IdentityCosts({ costs }: { costs: readonly IdentityCost[] }) {
  const calls = costs.reduce((sum, cost) => sum + cost.calls, 0);
  if (calls === 0) return null;
  const total = costs.reduce((sum, cost) => sum + cost.costKobo, 0);
  return (
    <Card role="region" aria-labelledby="identity-costs" className="grid gap-4">
      <CardHeading id="identity-costs" title="Identity checks">
        Calls to the provider in the last 30 days, and their maximum cost at the configured prices.
      </CardHeading>
      <ul className="max-w-xl divide-y divide-line text-[0.9375rem]">
        {costs.map(({ kind, calls: count, costKobo }) => (
          <Row key={kind} label={kindLabels[kind]} calls={count} costKobo={costKobo} />
        ))}
        <Row label="Total" calls={calls} costKobo={total} className="font-semibold" />
      </ul>
    </Card>
  );
}

interface RowProps {
  label: string;
  calls: number;
  costKobo: number;
  className?: string;
}

const Row = ({ label, calls, costKobo, className }: RowProps) => (
  <li className={cn("grid grid-cols-2 gap-x-4 py-2 sm:grid-cols-[1fr_6rem_8rem]", className)}>
    <span className="max-sm:col-span-2">{label}</span>
    <span className="figures sm:text-right">{`${formatCount(calls)} ${calls === 1 ? "call" : "calls"}`}</span>
    <span className="text-right figures">
      {calls > 0 && costKobo === 0 ? "No price set" : naira.format(costKobo / 100)}
    </span>
  </li>
);
