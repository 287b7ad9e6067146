import { ClipboardList } from "lucide-react";
import type { Metadata } from "next";
import { requireViewer } from "@/app/page-access";
import { QueryProvider } from "@/components/auth/query-provider";
import { Application } from "@/components/dashboard/application";
import { PageHeading } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { MAX_APPLICATIONS, ownApplications } from "@/lib/account/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Applications" };

export default async function DashboardApplicationsPage() {
  const applications = await ownApplications(await requireViewer(paths.dashboardApplications()));
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Applications">
        {applications.length < MAX_APPLICATIONS
          ? "Your funding applications and their status."
          : `Your newest ${MAX_APPLICATIONS} funding applications and their status.`}
      </PageHeading>
      {applications.length > 0 ? (
        <QueryProvider>
          {applications.map((application) => (
            <Application key={application._id} application={application} />
          ))}
        </QueryProvider>
      ) : (
        <NoApplications />
      )}
    </div>
  );
}

const NoApplications = () => (
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
);
