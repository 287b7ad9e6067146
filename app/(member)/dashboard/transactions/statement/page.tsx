import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { StatementButtons } from "@/components/investments/account-statement-buttons";
import { StatementForm } from "@/components/investments/account-statement-form";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { brand } from "@/lib/brand";
import { lagosDay } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { readAccountStatement } from "@/lib/investments/account-statement";
import { statementTotals } from "@/lib/investments/account-statement-labels";
import {
  accountStatementQuery,
  type AccountStatementDto,
  type AccountStatementQuery,
} from "@/lib/investments/account-statement-schema";
import { netEntryLabel } from "@/lib/investments/entry-labels";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Account statement" };

interface Line {
  id: string;
  on: string;
  description: string;
  reference: string | null;
  /** Null for a balance. */
  amount: bigint | null;
  balance: bigint;
}

const columns: Column<Line>[] = [
  {
    title: "Date",
    label: null,
    className: "figures sm:font-medium",
    cell: ({ on }) => formatDate(on),
    phone: "below",
  },
  {
    title: "In or out",
    label: null,
    isPhoneOnly: true,
    className: "figures",
    cell: ({ amount }) =>
      amount !== null && `${amount < 0n ? "-" : "+"}${formatExact(amount < 0n ? -amount : amount)}`,
    phone: "end",
  },
  { title: "Description", label: "Description", cell: ({ description }) => description, phone: "start" },
  {
    title: "Investment",
    label: "Investment",
    className: "figures",
    cell: ({ reference }) => <span translate="no">{reference}</span>,
    phone: "hidden",
  },
  {
    title: "In",
    label: "In",
    isAmount: true,
    cell: ({ amount }) => amount !== null && amount >= 0n && formatExact(amount),
    phone: "hidden",
  },
  {
    title: "Out",
    label: "Out",
    isAmount: true,
    cell: ({ amount }) => amount !== null && amount < 0n && formatExact(-amount),
    phone: "hidden",
  },
  {
    title: "Balance",
    label: "Balance",
    isAmount: true,
    cell: ({ balance }) => formatExact(balance),
    phone: "belowEnd",
  },
];

const linesOf = ({ from, to, opening, lines, closing }: AccountStatementDto): Line[] => [
  {
    id: "opening",
    on: from,
    description: "Opening balance",
    reference: null,
    amount: null,
    balance: BigInt(opening),
  },
  ...lines.map(({ _id, on, kind, reference, amount, balance }) => ({
    id: _id,
    on,
    description: netEntryLabel(kind),
    reference,
    amount: BigInt(amount),
    balance: BigInt(balance),
  })),
  {
    id: "closing",
    on: to,
    description: "Closing balance",
    reference: null,
    amount: null,
    balance: BigInt(closing),
  },
];

/** Returns the columns with the sums of the statement. */
function withSums({ totals }: AccountStatementDto): Column<Line>[] {
  const [credits, debits] = [formatExact(BigInt(totals.credits)), formatExact(BigInt(totals.debits))];
  const sums: Partial<Record<string, string>> = {
    Date: "",
    Description: "Total",
    In: credits,
    Out: debits,
    "In or out": `+${credits}, -${debits}`,
  };
  return columns.map((column) => ({ ...column, sum: sums[column.title] }));
}

/** Returns the account statement, or the reason why there is none. */
async function load(userId: string, query: AccountStatementQuery): Promise<AccountStatementDto | string> {
  try {
    return await readAccountStatement(userId, query);
  } catch (error) {
    if (error instanceof AppError && error.code === "CONFLICT") return error.message;
    throw error;
  }
}

interface Props {
  searchParams: Promise<{ from?: string | string[]; to?: string | string[] }>;
}

export default async function StatementPage({ searchParams }: Props) {
  const { _id: userId, name } = await requireUser(paths.dashboardStatement());
  const today = lagosDay();
  const { from = `${today.slice(0, 7)}-01`, to = today } = await searchParams;
  const query = accountStatementQuery.safeParse({ from, to });
  const errorAt = (field: string) => query.error?.issues.find(({ path }) => path[0] === field)?.message;
  const statement = query.success ? await load(userId, query.data) : null;
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading
        title="Account statement"
        aside={
          <TextLink
            href={paths.dashboardTransactions()}
            className="inline-flex min-h-11 items-center print:hidden"
          >
            All transactions
          </TextLink>
        }
      >
        {`Your invested and due amounts in the ledger of ${brand.name}.`}
      </PageHeading>
      <StatementForm
        from={typeof from === "string" ? from : ""}
        to={typeof to === "string" ? to : ""}
        errors={{ from: errorAt("from"), to: errorAt("to") }}
        today={today}
      />
      {typeof statement === "string" && <Notice tone="warning" title={statement} />}
      {statement !== null && typeof statement !== "string" && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-4">
            <p className="leading-7">
              <span className="block font-medium" translate="no">
                {name}
              </span>
              <span>{`${formatDate(statement.from)} to ${formatDate(statement.to)}, in naira. As of ${formatDateTime(new Date().toISOString())}.`}</span>
            </p>
            <StatementButtons query={{ from: statement.from, to: statement.to }} />
          </div>
          <DataTable
            label="Account statement"
            columns={withSums(statement)}
            rows={linesOf(statement)}
            rowKey={({ id }) => id}
            stale={false}
          />
          <Card>
            <CardHeading title="Returns and tax in this period" />
            <dl className="mt-3 max-w-md divide-y divide-line">
              {statementTotals(statement).map(({ label, amount }) => (
                <div key={label} className="flex items-baseline justify-between gap-4 py-2">
                  <dt className="text-[0.9375rem] text-muted">{label}</dt>
                  <dd className="font-medium figures">{formatExact(amount)}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </>
      )}
    </div>
  );
}
