import { DataTable, type Column } from "@/components/data-table/data-table";
import { TextLink } from "@/components/ui/link";
import type { InvestmentSummaryDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";
import { paths } from "@/lib/routes/paths";
import { InvestmentStateBadge } from "./investment-state";
import { nextInstalmentLabel, nextStep } from "./investment-words";

const columns: Column<InvestmentSummaryDto>[] = [
  {
    title: "Investment",
    label: null,
    className: "text-left font-medium [overflow-wrap:anywhere]! sm:w-[26%]",
    cell: ({ _id, planName, reference }) => (
      <span className="grid gap-0.5">
        <TextLink
          href={paths.dashboardInvestment(_id)}
          className="inline-flex min-h-11 items-center sm:min-h-0"
        >
          {planName}
        </TextLink>
        <span translate="no" className="text-sm font-normal text-muted figures">
          {reference}
        </span>
      </span>
    ),
  },
  { title: "State", label: "State", cell: ({ state }) => <InvestmentStateBadge state={state} /> },
  {
    title: "Amount",
    label: "Amount",
    className: "figures",
    cell: ({ amount }) => formatKobo(BigInt(amount)),
  },
  {
    title: "Value today",
    label: "Value today",
    className: "figures",
    cell: ({ value }) => (value === null ? "" : formatKobo(BigInt(value))),
  },
  { title: "Next instalment", label: "Next instalment", className: "figures", cell: nextInstalmentLabel },
  { title: "Next step", label: "Next step", cell: nextStep },
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
