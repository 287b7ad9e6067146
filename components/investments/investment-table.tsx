import { DataTable, type Column } from "@/components/data-table/data-table";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { states } from "@/lib/investments/rules";
import type { InvestmentSummaryDto } from "@/lib/investments/schema";
import { formatExact } from "@/lib/money";
import { returnWords } from "@/lib/plans/term-labels";
import { paths } from "@/lib/routes/paths";
import { InvestmentStateBadge } from "./investment-state";
import { nextInstalmentLabel, nextStep } from "./investment-words";

/** Says what happens next: the investor's step, or the next instalment. */
const next = (investment: InvestmentSummaryDto): string =>
  investment.state === "requested"
    ? nextStep(investment)
    : investment.state === "active"
      ? nextInstalmentLabel(investment)
      : "";

/** Returns the present principal, or the requested amount before the start. */
const principalOf = ({ state, principal, amount }: InvestmentSummaryDto): bigint =>
  BigInt(state === "requested" ? amount : principal);

/** Sums up an investment on a phone: state, return, and what comes next or when it ends. */
function summary(investment: InvestmentSummaryDto): string {
  const { state, maturityOn } = investment;
  const step =
    state === "requested"
      ? nextStep(investment)
      : state === "active" && maturityOn
        ? `to ${formatDate(maturityOn)}`
        : "";
  return [states[state].label, returnWords(investment.return), step].filter(Boolean).join(", ");
}

const columns: Column<InvestmentSummaryDto>[] = [
  {
    title: "Investment",
    label: null,
    className: "text-left font-medium [overflow-wrap:anywhere]! sm:w-[24%]",
    cell: ({ _id, planName, reference, state }) => (
      <span className="grid justify-items-start gap-0.5">
        <TextLink
          href={paths.dashboardInvestment(_id)}
          className="inline-flex min-h-11 items-center max-sm:-my-2.5 sm:min-h-0"
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
    title: "Start and maturity",
    label: "Start and maturity",
    className: "figures",
    cell: ({ startOn, maturityOn }) =>
      startOn && maturityOn ? (
        <span className="grid gap-0.5">
          <span>{formatDate(startOn)}</span>
          <span>{formatDate(maturityOn)}</span>
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
  {
    title: "Summary",
    label: null,
    isPhoneOnly: true,
    className: "figures max-sm:col-span-2",
    cell: summary,
    phone: "below",
  },
];

/** Lists the investments of an investor. */
export const InvestmentTable = ({ investments }: { investments: readonly InvestmentSummaryDto[] }) => (
  <DataTable
    label="Your investments"
    columns={columns}
    rows={investments}
    rowKey={({ _id }) => _id}
    stale={false}
  />
);
