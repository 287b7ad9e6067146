import { ArrowRight } from "lucide-react";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { formatExact } from "@/lib/money";
import type { Attention } from "@/lib/payouts/attention";
import { paths } from "@/lib/routes/paths";

const words: Record<Attention["kind"], (item: Attention) => string> = {
  transfer: ({ by }) => `Transfer by ${formatDate(by)}, or the request expires`,
  rest: ({ by }) => `Transfer the rest by ${formatDate(by)}`,
  checking: ({ by }) => `Your transfer has arrived and is being checked, by ${formatDate(by)}`,
  choose: ({ by }) => `Choose reinvestment or payout by ${formatDate(by)}`,
  late: ({ by }) => `We owe you this: late since ${formatDate(by)}`,
};

/** Names the investments that need something, with amounts. */
export const AttentionList = ({ attention }: { attention: readonly Attention[] }) => (
  <Card>
    <CardHeading title="What needs attention">Each investment that waits for you or for us.</CardHeading>
    <ul className="mt-4 -mb-2 divide-y divide-line border-t border-line">
      {attention.map((item) => (
        <li
          key={item.key}
          className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3.5"
        >
          <span className="min-w-0">
            <span className="flex flex-wrap items-baseline gap-x-2 font-medium">
              <TextLink
                href={paths.dashboardInvestment(item.investment.id)}
                className="after:absolute after:inset-0"
              >
                {item.investment.planName}
              </TextLink>
              <span translate="no" className="text-sm font-normal text-muted figures">
                {item.investment.reference}
              </span>
            </span>
            <span className="mt-0.5 block text-[0.9375rem] leading-6 text-muted figures">
              {words[item.kind](item)}
            </span>
          </span>
          <span className="flex items-center gap-2 text-right font-semibold figures">
            <span>{formatExact(item.amount)}</span>
            <ArrowRight aria-hidden className="size-4 text-muted max-sm:hidden" />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);
