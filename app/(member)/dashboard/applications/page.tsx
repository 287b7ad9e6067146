import { ClipboardList } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Applications" };

export default async function DashboardApplicationsPage() {
  await requireUser(paths.dashboardApplications());
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Applications">Your funding applications and their status.</PageHeading>
      <EmptyState
        icon={<ClipboardList className="size-6" />}
        title="No applications yet"
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <LinkButton href={paths.contact()}>Contact our team</LinkButton>
            <LinkButton variant="secondary" href={paths.dashboard()}>
              What to prepare
            </LinkButton>
          </span>
        }
      >
        You are verified, so you can talk to our team about what your business needs.
      </EmptyState>
    </div>
  );
}
