import { FileText } from "lucide-react";
import type { Metadata } from "next";
import { requireUser, requireViewer } from "@/app/page-access";
import { QueryProvider } from "@/components/auth/query-provider";
import { OwnDocuments } from "@/components/dashboard/own-documents";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { ownDocuments } from "@/lib/account/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Documents" };

export default async function DashboardDocumentsPage() {
  const viewer = await requireViewer(paths.dashboardDocuments());
  const [user, documents] = await Promise.all([
    requireUser(paths.dashboardDocuments()),
    ownDocuments(viewer),
  ]);
  const { submittedAt, reviewedAt, status } = user.verification;
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Documents">The documents you uploaded for your verification.</PageHeading>
      {documents.length > 0 ? (
        <Card>
          <CardHeading title={`Submitted on ${formatDate(submittedAt)}`}>
            {reviewedAt && status === "approved"
              ? `Approved on ${formatDate(reviewedAt)}.`
              : "Only you and our reviewers can open them."}
          </CardHeading>
          <div className="mt-5">
            <QueryProvider>
              <OwnDocuments documents={documents} approved={status === "approved"} />
            </QueryProvider>
          </div>
        </Card>
      ) : (
        <EmptyState
          icon={<FileText className="size-6" />}
          title="No documents yet"
          action={
            <LinkButton variant="secondary" href={paths.dashboard()}>
              Back to the dashboard
            </LinkButton>
          }
        >
          We approved your verification without documents, so there is nothing to show here.
        </EmptyState>
      )}
    </div>
  );
}
