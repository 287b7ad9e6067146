import { DataTable, type Column } from "@/components/data-table/data-table";
import { StatusBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { formatDate, formatShortDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { formatExact } from "@/lib/money";
import { moneyLabels, type OwnMoney } from "@/lib/payouts/own-money-rules";
import { paths } from "@/lib/routes/paths";

const investmentOf = ({ investment }: OwnMoney) =>
  investment && (
    <TextLink
      href={paths.dashboardInvestment(investment.id)}
      translate="no"
      className="inline-flex min-h-11 items-center whitespace-nowrap figures sm:min-h-6"
    >
      {investment.reference}
    </TextLink>
  );

/** Formats by when the next step is made; the firm's steps can be late, the investor's transfer can be overdue. */
const byWords = ({ by, isLate, kind }: OwnMoney, format: (day: string) => string = formatDate): string =>
  isLate
    ? `Late since ${format(by)}`
    : kind === "partly_paid"
      ? `Transfer the rest by ${format(by)}`
      : `By ${format(by)}`;

const columns: Column<OwnMoney>[] = [
  {
    title: "Money",
    label: null,
    className: "font-medium sm:w-[32%]",
    cell: ({ kind, investment }) =>
      investment ? (
        <>
          <span className="max-sm:hidden">{moneyLabels[kind]}</span>
          <TextLink href={paths.dashboardInvestment(investment.id)} className="sm:hidden">
            {moneyLabels[kind]}
          </TextLink>
        </>
      ) : (
        moneyLabels[kind]
      ),
    sum: "Total",
    phone: "start",
  },
  {
    title: "Details",
    label: null,
    isPhoneOnly: true,
    className: "figures max-sm:col-span-2",
    cell: (money) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{`Since ${formatShortDate(money.since)}.`}</span>
        <span className={money.isLate ? "font-medium text-warning" : undefined}>
          {byWords(money, formatShortDate)}
        </span>
      </span>
    ),
    phone: "below",
  },
  { title: "Investment", label: "Investment", cell: investmentOf, phone: "hidden" },
  {
    title: "Since",
    label: "Since",
    className: "figures md:whitespace-nowrap",
    cell: ({ since }) => formatDate(since),
    phone: "hidden",
  },
  {
    title: "By",
    label: "By",
    className: "figures",
    cell: (money) =>
      money.isLate ? <StatusBadge tone="warning">{byWords(money)}</StatusBadge> : byWords(money),
    phone: "hidden",
  },
  {
    title: "Amount",
    label: "Amount",
    isAmount: true,
    cell: ({ amount }) => formatExact(amount),
    phone: "end",
  },
];

/** Shows where an investor's money is between her and her investments, with since when and by when; of one investment without links to it. */
export function OwnMoneyTable({ money, isOfOne = false }: { money: readonly OwnMoney[]; isOfOne?: boolean }) {
  if (money.length === 0)
    return (
      <Card>
        <p className="leading-7 text-muted">
          Nothing is due, on its way or waiting. Amounts appear here from the day on which they are due.
        </p>
      </Card>
    );
  const total = money.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <DataTable
      label="Due, on its way and waiting"
      columns={columns
        .filter(({ title }) => !isOfOne || title !== "Investment")
        .map((column) => (column.isAmount ? { ...column, sum: formatExact(total) } : column))}
      rows={isOfOne ? money.map((each) => ({ ...each, investment: null })) : money}
      rowKey={({ key }) => key}
      stale={false}
    />
  );
}
