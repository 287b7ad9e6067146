import { ChartLine } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investments" };

export default async function DashboardInvestmentsPage() {
  await requirePage(paths.dashboardInvestments());
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6">
      <PageHeading title="Investments">The plans you hold, and how they do.</PageHeading>
      <EmptyState
        icon={<ChartLine className="size-6" />}
        title="No investments yet"
        action={<LinkButton href={paths.plans()}>See investment plans</LinkButton>}
      >
        Once you have joined a plan it stands here, with what you put in and what it has paid.
      </EmptyState>
    </div>
  );
}
