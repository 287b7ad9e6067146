import type { Metadata } from "next";
import { accountLabel, onSide, withSide } from "@/components/admin/ledger/postings";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { getTrialBalance } from "@/lib/ledger/reports";
import { chart } from "@/lib/ledger/rules";
import type { TrialBalanceDto } from "@/lib/ledger/schema";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Ledger" };

interface Row {
  /** Null in the row of totals. */
  account: TrialBalanceDto["accounts"][number]["account"] | null;
  debit: string;
  credit: string;
}

const scopes = { firm: "Firm", "bank account": "Per bank account", investment: "Per investment" } as const;

const columns: Column<Row>[] = [
  {
    title: "ACCOUNT",
    label: null,
    className: "font-medium sm:w-[40%]",
    cell: ({ account }) =>
      !account ? (
        "Sum"
      ) : chart[account].of === "investment" ? (
        accountLabel(account)
      ) : (
        <TextLink
          href={paths.adminLedgerAccount(account)}
          className="inline-flex min-h-11 items-center sm:min-h-6"
        >
          {accountLabel(account)}
        </TextLink>
      ),
    phone: "start",
  },
  {
    title: "BALANCE",
    label: null,
    isPhoneOnly: true,
    className: "figures",
    // The sums are equal, so one is shown for both.
    cell: ({ account, debit, credit }) =>
      account ? withSide(BigInt(debit) - BigInt(credit)) : formatExact(BigInt(debit)),
    phone: "end",
  },
  {
    title: "SCOPE",
    label: "Scope",
    className: "text-muted",
    cell: ({ account }) => account && scopes[chart[account].of],
    phone: "below",
  },
  {
    title: "DEBIT",
    label: "Debit",
    isAmount: true,
    cell: ({ debit }) => onSide(BigInt(debit), "debit"),
    phone: "hidden",
  },
  {
    title: "CREDIT",
    label: "Credit",
    isAmount: true,
    cell: ({ credit }) => onSide(-BigInt(credit), "credit"),
    phone: "hidden",
  },
];

export default async function LedgerPage() {
  await requireViewer(paths.adminLedger());
  const { accounts, debit, credit } = await getTrialBalance();
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading title="Ledger">
        The trial balance: the current balance of every account. Total debits equal total credits. The bank
        account has the balance of the last imported statement.
      </PageHeading>
      <DataTable
        label="Trial balance"
        columns={columns}
        rows={[...accounts, { account: null, debit, credit }]}
        rowKey={({ account }) => account ?? "sum"}
        stale={false}
      />
    </div>
  );
}
