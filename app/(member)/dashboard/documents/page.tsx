import { FileText } from "lucide-react";
import type { Metadata } from "next";
import { requireUser, requireViewer } from "@/app/page-access";
import { QueryProvider } from "@/components/auth/query-provider";
import { PdfList } from "@/components/investments/pdf-list";
import { OwnDocuments } from "@/components/dashboard/own-documents";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { ownDocuments } from "@/lib/account/queries";
import { listOwnPdfs } from "@/lib/documents/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Documents" };

export default async function DashboardDocumentsPage() {
  const viewer = await requireViewer(paths.dashboardDocuments());
  const [user, documents, pdfs] = await Promise.all([
    requireUser(paths.dashboardDocuments()),
    ownDocuments(viewer),
    listOwnPdfs(viewer.userId),
  ]);
  const { submittedAt, reviewedAt, status } = user.verification;
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Documents">
        {viewer.role === "investor"
          ? "Your agreements, receipts and payouts as PDF, and the documents you uploaded for your verification."
          : "The documents you uploaded for your verification."}
      </PageHeading>
      {viewer.role === "investor" && <Pdfs pdfs={pdfs} />}
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

/** Shows an investor's PDFs by kind. */
function Pdfs({
  pdfs: { agreements, receipts, advices },
}: {
  pdfs: Awaited<ReturnType<typeof listOwnPdfs>>;
}) {
  const sections = [
    { title: "Agreements", text: "The terms you accepted, with their schedule.", pdfs: agreements },
    { title: "Receipts", text: "Transfers we have received from you.", pdfs: receipts },
    { title: "Payouts", text: "Transfers we have sent you.", pdfs: advices },
  ].filter(({ pdfs }) => pdfs.length > 0);
  return (
    <>
      {sections.map(({ title, text, pdfs }) => (
        <Card key={title}>
          <CardHeading title={title}>{text}</CardHeading>
          <div className="mt-5">
            <PdfList label={title} pdfs={pdfs} />
          </div>
        </Card>
      ))}
      <p className="leading-7">
        <TextLink href={paths.dashboardStatement()} className="inline-flex min-h-11 items-center">
          Account statement with tax, as PDF
        </TextLink>
      </p>
    </>
  );
}
