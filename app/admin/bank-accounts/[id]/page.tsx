import type { Metadata } from "next";
import { Statements } from "@/components/admin/bank/statements";
import { listBankAccounts } from "@/lib/bank/accounts";
import { listGaps } from "@/lib/bank/statements";
import { notFound } from "@/lib/errors";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Statements" };

export default async function StatementsPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireViewer(paths.adminBankAccount(id));
  const account = (await listBankAccounts()).find(({ _id }) => _id === id);
  if (!account) throw notFound();
  return <Statements account={account} gaps={await listGaps(id)} />;
}
