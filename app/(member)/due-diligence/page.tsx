import type { Metadata } from "next";
import { requireViewer } from "@/app/page-access";
import { DueDiligenceForm } from "@/components/due-diligence/due-diligence-form";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { getDraft } from "@/lib/due-diligence/drafts";
import { readOwnForm } from "@/lib/due-diligence/requirement";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Due diligence" };

export default async function DueDiligencePage() {
  const viewer = await requireViewer(paths.dueDiligence());
  const { kind, state, sentAt, decidedAt, reason } = await readOwnForm(viewer);
  const isInvestor = viewer.role === "investor";
  const isOpen = state === "none" || state === "changes_requested";
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6">
      <PageHeading title="Due diligence">
        {isOpen
          ? `${isInvestor ? "Before your first investment" : "Before we pay you"}, the law asks us for a few more answers than your verification. This takes about 3 minutes, once. We save your answers as you type.`
          : "What the law asks us about your money, apart from your verification."}
      </PageHeading>
      {state === "sent" && (
        <Notice title="We are checking your form">
          {`You sent it on ${formatDate(sentAt!)}. We email you when we have decided, usually within 2 business days. ${isInvestor ? "Then you can invest." : ""}`}
        </Notice>
      )}
      {state === "approved" && (
        <Notice
          tone="success"
          title="Your form is approved"
          action={
            isInvestor && (
              <LinkButton size="sm" href={`${paths.dashboardInvestments()}#plans`}>
                See open plans
              </LinkButton>
            )
          }
        >
          {`We approved it on ${formatDate(decidedAt!)}. Tell us if something changes.`}
        </Notice>
      )}
      {state === "changes_requested" && (
        <Notice tone="warning" title="Please change your form">
          <p className="whitespace-pre-line">{reason}</p>
        </Notice>
      )}
      {isOpen && (
        <DueDiligenceForm key={sentAt} kind={kind} userId={viewer.userId} draft={await getDraft(viewer)} />
      )}
    </div>
  );
}
