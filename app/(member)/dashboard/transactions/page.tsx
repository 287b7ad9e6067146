import { ArrowLeftRight } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Transactions" };

export default async function DashboardTransactionsPage() {
  await requireUser(paths.dashboardTransactions());
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Transactions">Every payment in and out of your account.</PageHeading>
      <EmptyState
        icon={<ArrowLeftRight className="size-6" />}
        title="No transactions yet"
        action={<LinkButton href={paths.dashboardInvestments()}>See investment plans</LinkButton>}
      >
        Your payments will appear here once you invest in a plan.
      </EmptyState>
    </div>
  );
}
