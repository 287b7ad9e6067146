import { Card, CardHeading } from "@/components/ui/card";
import type { IdentityCost } from "@/lib/review/identity-checks/costs";
import { kindLabels } from "@/lib/review/identity-checks/schema";
import { formatCount } from "./labels";

const naira = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });

/** What calls to the provider of identity checks cost (product 10.26); nothing before the first call. */
export function IdentityCosts({ costs }: { costs: readonly IdentityCost[] }) {
  const calls = costs.reduce((sum, cost) => sum + cost.calls, 0);
  if (calls === 0) return null;
  const total = costs.reduce((sum, cost) => sum + cost.costKobo, 0);
  return (
    <Card role="region" aria-labelledby="identity-costs" className="grid gap-4">
      <CardHeading id="identity-costs" title="Identity checks">
        Calls to the provider in the last 30 days, and what they cost at most by the configured prices.
      </CardHeading>
      <div className="overflow-x-auto">
        <table className="w-full max-w-xl text-[0.9375rem]">
          <thead>
            <tr className="border-b border-line text-left text-sm text-muted">
              <th scope="col" className="py-2 pr-4 font-medium">
                Check
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-medium">
                Calls
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {costs.map(({ kind, calls: count, costKobo }) => (
              <Row key={kind} label={kindLabels[kind]} calls={count} costKobo={costKobo} />
            ))}
          </tbody>
          <tfoot className="border-t border-line font-semibold">
            <Row label="Total" calls={calls} costKobo={total} />
          </tfoot>
        </table>
      </div>
    </Card>
  );
}

const Row = ({ label, calls, costKobo }: { label: string; calls: number; costKobo: number }) => (
  <tr>
    <th scope="row" className="py-2 pr-4 text-left font-[inherit]">
      {label}
    </th>
    <td className="py-2 pr-4 text-right figures">{formatCount(calls)}</td>
    <td className="py-2 text-right figures">
      {calls > 0 && costKobo === 0 ? "No price set" : naira.format(costKobo / 100)}
    </td>
  </tr>
);
