import { ArrowLeftRight } from "lucide-react";
import type { Metadata } from "next";
import { requireViewer } from "@/app/page-access";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Field } from "@/components/forms/field";
import { StatementForm } from "@/components/investments/account-statement-form";
import { buttonClass } from "@/components/ui/button-class";
import { PageHeading } from "@/components/ui/card";
import { CursorLinks } from "@/components/ui/cursor-links";
import { formatDate } from "@/components/ui/format";
import { Select } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { lagosDay } from "@/lib/dates";
import { netEntryLabel, postingLabel } from "@/lib/investments/entry-labels";
import { listTransactions, type Transaction } from "@/lib/investments/transactions";
import type { EntryKind } from "@/lib/ledger/rules";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Transactions" };

const columns: Column<Transaction>[] = [
  {
    title: "Date",
    label: null,
    className: "figures sm:font-medium",
    cell: ({ on }) => formatDate(on),
    phone: "below",
  },
  { title: "Type", label: "Type", cell: postingLabel, phone: "start" },
  {
    title: "Investment",
    label: "Investment",
    className: "figures",
    cell: ({ investment }) =>
      investment && (
        <TextLink
          href={paths.dashboardInvestment(investment.id)}
          translate="no"
          className="inline-flex min-h-11 items-center sm:min-h-6"
        >
          {investment.reference}
        </TextLink>
      ),
    phone: "hidden",
  },
  {
    title: "Amount",
    label: "Amount",
    isAmount: true,
    cell: ({ amount }) => formatExact(amount),
    phone: "end",
  },
  {
    title: "Balance",
    label: "Balance",
    isAmount: true,
    cell: ({ balance }) => formatExact(balance),
    phone: "belowEnd",
  },
];

/** The kinds of entries on an investor's accounts. */
const investorKinds = [
  "allocation",
  "return_due",
  "loss",
  "principal_due",
  "reinvestment",
  "payout_release",
  "payout_return",
] as const satisfies readonly EntryKind[];

/** Filters the entries by kind. The browser submits the form without a script. */
const KindForm = ({ kind }: { kind: string | undefined }) => (
  <form method="get" action={paths.dashboardTransactions()} className="flex items-end gap-3">
    <Field label="Type" className="w-56 min-w-0">
      {(control) => (
        <Select {...control} name="kind" defaultValue={kind ?? ""}>
          <option value="">All</option>
          {investorKinds.map((each) => (
            <option key={each} value={each}>
              {netEntryLabel(each)}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <button type="submit" className={buttonClass("secondary", "lg")}>
      Filter
    </button>
  </form>
);

interface Props {
  searchParams: Promise<{ after?: string | string[]; kind?: string | string[] }>;
}

export default async function DashboardTransactionsPage({ searchParams }: Props) {
  const { userId } = await requireViewer(paths.dashboardTransactions());
  const query = await searchParams;
  const after = typeof query.after === "string" ? query.after : undefined;
  const kind = investorKinds.find((each) => each === query.kind);
  const today = lagosDay();
  const { transactions, next } = await listTransactions(userId, { after, kind });
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Transactions">
        All transactions in the order of booking, with your balance (invested plus due) after each. Account
        statements are in date order.
      </PageHeading>
      {transactions.length > 0 || kind ? (
        <>
          <StatementForm from={`${today.slice(0, 7)}-01`} to={today} today={today} />
          <KindForm kind={kind} />
          {transactions.length > 0 ? (
            <DataTable
              label="Transactions"
              columns={columns}
              rows={transactions}
              rowKey={({ id }) => id}
              stale={false}
            />
          ) : (
            <EmptyState
              icon={<ArrowLeftRight className="size-6" />}
              title="No transactions of this type"
              action={<LinkButton href={paths.dashboardTransactions()}>See all transactions</LinkButton>}
            >
              There are no transactions of this type in your account yet.
            </EmptyState>
          )}
          <CursorLinks
            what="transactions"
            newest={after ? paths.dashboardTransactions({ kind }) : null}
            older={next ? paths.dashboardTransactions({ kind, after: next }) : null}
          />
        </>
      ) : (
        <EmptyState
          icon={<ArrowLeftRight className="size-6" />}
          title="No transactions yet"
          action={<LinkButton href={paths.dashboardInvestments()}>See investment plans</LinkButton>}
        >
          Your payments will appear here once you invest in a plan.
        </EmptyState>
      )}
    </div>
  );
}
