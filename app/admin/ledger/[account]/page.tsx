import { BookOpenCheck } from "lucide-react";
import type { Metadata } from "next";
import { accountLabel, Postings } from "@/components/admin/ledger/postings";
import { PageHeading } from "@/components/ui/card";
import { CursorLinks } from "@/components/ui/cursor-links";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import { notFound } from "@/lib/errors";
import { listFirmPostings } from "@/lib/ledger/reports";
import { chart, isAccountName } from "@/lib/ledger/rules";
import { accountPage } from "@/lib/ledger/schema";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Ledger account" };

interface Props {
  params: Promise<{ account: string }>;
  searchParams: Promise<{ after?: string | string[]; bankAccountId?: string | string[] }>;
}

export default async function LedgerAccountPage({ params, searchParams }: Props) {
  const { account } = await params;
  await requireViewer(paths.adminLedgerAccount(account));
  if (!isAccountName(account) || chart[account].of === "investment") throw notFound();
  const { after, bankAccountId } = await searchParams;
  const page = accountPage.safeParse({ after, bankAccountId });
  const { postings, next } = await listFirmPostings(account, page.data ?? { limit: 50 });
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <PageHeading
        title={accountLabel(account)}
        aside={
          <TextLink href={paths.adminLedger()} className="inline-flex min-h-11 items-center">
            Trial balance
          </TextLink>
        }
      >
        All postings to this account, newest first.
      </PageHeading>
      {postings.length > 0 ? (
        <Postings label="Postings" postings={postings} of="account" />
      ) : (
        <EmptyState title="Nothing posted yet" icon={<BookOpenCheck className="size-6" />}>
          Receipts, returns and payouts appear here once they are posted.
        </EmptyState>
      )}
      <CursorLinks
        what="postings"
        newest={
          page.data?.after
            ? paths.adminLedgerAccount(account, { bankAccountId: page.data.bankAccountId })
            : null
        }
        older={
          next
            ? paths.adminLedgerAccount(account, { after: next, bankAccountId: page.data?.bankAccountId })
            : null
        }
      />
    </div>
  );
}
