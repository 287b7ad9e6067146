import type { Metadata } from "next";
import { BankAccounts } from "@/components/admin/bank/bank-accounts";
import { OpenReceipts } from "@/components/admin/bank/open-receipts";
import { UploadTemplates } from "@/components/admin/payouts/upload-templates";
import { listBankAccounts } from "@/lib/bank/accounts";
import { listOpenReceipts } from "@/lib/bank/open-receipts";
import { listUploadTemplates } from "@/lib/payouts/upload-templates";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Bank accounts" };

export default async function BankAccountsPage() {
  await requireViewer(paths.adminBankAccounts());
  const [accounts, receipts, templates] = await Promise.all([
    listBankAccounts(),
    listOpenReceipts(),
    listUploadTemplates(),
  ]);
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8">
      <BankAccounts accounts={accounts} />
      <OpenReceipts receipts={receipts} />
      <UploadTemplates templates={templates} />
    </div>
  );
}
