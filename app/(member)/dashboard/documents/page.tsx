import { FileText } from "lucide-react";
import type { Metadata } from "next";
import { Card, PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { SentList } from "@/components/verification/sent-list";
import { VerificationBadge } from "@/components/verification/status";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Documents" };

export default async function DashboardDocumentsPage() {
  const user = await requirePage(paths.dashboardDocuments());
  const { submittedAt, status } = user.verification;
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6">
      <PageHeading title="Documents">The papers you sent us for your verification.</PageHeading>
      {submittedAt ? (
        <Card>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg font-semibold">Sent on {formatDate(submittedAt)}</h2>
            <VerificationBadge status={status} />
          </div>
          <SentList user={user} />
        </Card>
      ) : (
        <EmptyState icon={<FileText className="size-6" />} title="No documents yet">
          Nothing was uploaded for your verification.
        </EmptyState>
      )}
    </div>
  );
}
