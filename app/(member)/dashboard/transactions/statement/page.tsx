import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { StatementButtons } from "@/components/investments/account-statement-buttons";
import { StatementForm } from "@/components/investments/account-statement-form";
import { PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { brand } from "@/lib/brand";
import { lagosDay } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { readAccountStatement } from "@/lib/investments/account-statement";
import {
  accountStatementQuery,
  type AccountStatementDto,
  type AccountStatementQuery,
} from "@/lib/investments/account-statement-schema";
import { netEntryLabel } from "@/lib/investments/entry-labels";
import { formatKobo } from "@/lib/money";
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
  { title: "Date", label: null, className: "font-medium figures", cell: ({ on }) => formatDate(on) },
  { title: "Description", label: "Description", cell: ({ description }) => description },
  {
    title: "Investment",
    label: "Investment",
    className: "figures",
    cell: ({ reference }) => <span translate="no">{reference}</span>,
  },
  {
    title: "In",
    label: "In",
    className: "figures",
    cell: ({ amount }) => amount !== null && amount >= 0n && formatKobo(amount),
  },
  {
    title: "Out",
    label: "Out",
    className: "figures",
    cell: ({ amount }) => amount !== null && amount < 0n && formatKobo(-amount),
  },
  { title: "Balance", label: "Balance", className: "figures", cell: ({ balance }) => formatKobo(balance) },
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
            columns={columns}
            rows={linesOf(statement)}
            rowKey={({ id }) => id}
            stale={false}
          />
        </>
      )}
    </div>
  );
}
