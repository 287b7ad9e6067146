import { ClipboardList } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Applications" };

export default async function DashboardApplicationsPage() {
  await requirePage(paths.dashboardApplications());
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6">
      <PageHeading title="Applications">Your funding applications and their state.</PageHeading>
      <EmptyState
        icon={<ClipboardList className="size-6" />}
        title="No applications yet"
        action={<LinkButton href={paths.assetFinancing()}>How financing works</LinkButton>}
      >
        Your identity is verified, so applications can be made. They will be listed here with their state.
      </EmptyState>
    </div>
  );
}
