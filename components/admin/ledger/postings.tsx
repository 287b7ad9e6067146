import { DataTable, type Column } from "@/components/data-table/data-table";
import { decisionText } from "@/components/admin/acts/decision-text";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { kindLabel, chart, isAccountName } from "@/lib/ledger/rules";
import type { PostingDto } from "@/lib/ledger/schema";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

/** Returns the text of a debit or credit column; empty for an amount on the other side. */
export const onSide = (amount: bigint, side: "debit" | "credit"): string => {
  const value = side === "debit" ? amount : -amount;
  return value > 0n ? formatExact(value) : "";
};

/** Formats an amount with its side, such as `₦1,000.00 Dr`. */
export const withSide = (amount: bigint): string =>
  amount < 0n ? `${formatExact(-amount)} Cr` : `${formatExact(amount)} Dr`;

/** Formats a balance with its side, such as `₦1,000.00 Cr`. */
export const formatBalance = (balance: bigint): string =>
  balance < 0n ? `${formatExact(-balance)} Cr` : formatExact(balance);

export const accountLabel = (account: string): string =>
  isAccountName(account) ? chart[account].label : account;

interface PostingsProps {
  label: string;
  postings: readonly PostingDto[];
  /** The value that all postings share; its column is omitted. */
  of: "account" | "investment";
}

/** Shows postings with debit, credit and running balance. */
export function Postings({ label, postings, of }: PostingsProps) {
  const columns: Column<PostingDto>[] = [
    {
      title: "DATE",
      label: null,
      className: "figures font-medium sm:whitespace-nowrap",
      cell: ({ on }) => formatDate(on),
      phone: "hidden",
    },
    {
      title: "SUMMARY",
      label: null,
      isPhoneOnly: true,
      className: "figures",
      cell: ({ on, account, investment, decision }) =>
        [
          formatDate(on),
          of === "account" ? investment?.reference : accountLabel(account),
          decision?.by ?? null,
        ]
          .filter(Boolean)
          .join(", "),
      phone: "below",
    },
    {
      title: "AMOUNT",
      label: null,
      isPhoneOnly: true,
      className: "figures",
      cell: ({ amount }) => withSide(BigInt(amount)),
      phone: "end",
    },
    {
      title: "ENTRY",
      label: "Entry",
      cell: ({ kind, decision }) => (
        <span className="grid gap-0.5">
          <span>{kindLabel(kind)}</span>
          {decision && <span className="text-sm text-muted max-sm:hidden">{decisionText(decision)}</span>}
        </span>
      ),
      phone: "start",
    },
    of === "account"
      ? {
          title: "INVESTMENT",
          label: "Investment",
          className: "figures",
          cell: ({ investment }) =>
            investment && (
              <TextLink
                href={paths.adminInvestment(investment._id)}
                translate="no"
                className="inline-flex min-h-11 items-center sm:min-h-6"
              >
                {investment.reference}
              </TextLink>
            ),
          phone: "hidden",
        }
      : {
          title: "ACCOUNT",
          label: "Account",
          cell: ({ account }) => accountLabel(account),
          phone: "hidden",
        },
    {
      title: "DEBIT",
      label: "Debit",
      isAmount: true,
      cell: ({ amount }) => onSide(BigInt(amount), "debit"),
      phone: "hidden",
    },
    {
      title: "CREDIT",
      label: "Credit",
      isAmount: true,
      cell: ({ amount }) => onSide(BigInt(amount), "credit"),
      phone: "hidden",
    },
    {
      title: "BALANCE",
      label: "Balance",
      isAmount: true,
      cell: ({ balance }) => formatBalance(BigInt(balance)),
      phone: "belowEnd",
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={postings}
      rowKey={({ entryId, account }) => `${entryId}.${account}`}
      stale={false}
    />
  );
}
