import { DataTable, type Column } from "@/components/data-table/data-table";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { stateLabels } from "@/lib/investments/rules";
import type { InvestmentSummaryDto } from "@/lib/investments/schema";
import { formatExact } from "@/lib/money";
import { returnWords } from "@/lib/plans/term-labels";
import { paths } from "@/lib/routes/paths";
import { InvestmentStateBadge } from "./investment-state";
import { nextInstalmentLabel, nextStep } from "./investment-words";

/** An investment, and whether a transfer for it has arrived and is being checked. */
type Row = InvestmentSummaryDto & { isChecking: boolean };

const step = (investment: Row): string =>
  investment.isChecking ? "Your transfer has arrived and is being checked" : nextStep(investment);

/** Returns the investor's next step, or the next instalment, in words. */
const next = (investment: Row): string =>
  investment.state === "requested"
    ? step(investment)
    : investment.state === "active"
      ? nextInstalmentLabel(investment)
      : "";

/** Returns the present principal, or the requested amount before the start. */
const principalOf = ({ state, principal, amount }: InvestmentSummaryDto): bigint =>
  BigInt(state === "requested" ? amount : principal);

/** Sums up an investment on a phone: state, return, and what comes next or when it ends. */
function summary(investment: Row): string {
  const { state, maturityOn, isChecking } = investment;
  if (isChecking) return `${step(investment)}, ${returnWords(investment.return)}`;
  const then =
    state === "requested"
      ? step(investment)
      : state === "active" && maturityOn
        ? `to ${formatDate(maturityOn)}`
        : "";
  return [stateLabels[state], returnWords(investment.return), then].filter(Boolean).join(", ");
}

const columns: Column<Row>[] = [
  {
    title: "Investment",
    label: null,
    className: "text-left font-medium [overflow-wrap:anywhere]! sm:w-[22%]",
    cell: ({ _id, planName, reference, state }) => (
      <span className="grid justify-items-start gap-0.5">
        <TextLink
          href={paths.dashboardInvestment(_id)}
          className="inline-flex min-h-11 items-center sm:min-h-6"
        >
          {planName}
        </TextLink>
        <span translate="no" className="text-sm font-normal text-muted figures max-sm:hidden">
          {reference}
        </span>
        <span className="mt-1 max-sm:hidden">
          <InvestmentStateBadge state={state} />
        </span>
      </span>
    ),
    phone: "start",
  },
  {
    title: "Summary",
    label: null,
    isPhoneOnly: true,
    className: "figures max-sm:col-span-2",
    cell: summary,
    phone: "below",
  },
  {
    title: "Start and maturity",
    label: "Start and maturity",
    className: "figures",
    cell: ({ startOn, maturityOn }) =>
      startOn && maturityOn ? (
        <span className="grid gap-0.5">
          <span className="md:whitespace-nowrap">{formatDate(startOn)}</span>
          <span className="md:whitespace-nowrap">{formatDate(maturityOn)}</span>
        </span>
      ) : (
        <span className="text-muted">Not started</span>
      ),
    phone: "hidden",
  },
  {
    title: "Return",
    label: "Return",
    className: "figures",
    cell: ({ return: planReturn }) => returnWords(planReturn),
    phone: "hidden",
  },
  {
    title: "Principal",
    label: "Principal",
    isAmount: true,
    cell: (investment) => formatExact(principalOf(investment)),
    phone: "end",
  },
  {
    title: "Value today",
    label: "Value today",
    isAmount: true,
    cell: ({ value }) => value !== null && formatExact(BigInt(value)),
    phone: "hidden",
  },
  { title: "Next", label: "Next", className: "figures sm:w-[20%]", cell: next, phone: "hidden" },
];

interface InvestmentTableProps {
  investments: readonly InvestmentSummaryDto[];
  /** The investments for which a transfer is being checked. */
  checking: ReadonlySet<string>;
}

/** Lists the investments of an investor. */
export const InvestmentTable = ({ investments, checking }: InvestmentTableProps) => (
  <DataTable
    label="Your investments"
    columns={columns}
    rows={investments.map((investment) => ({ ...investment, isChecking: checking.has(investment._id) }))}
    rowKey={({ _id }) => _id}
    stale={false}
  />
);
