import type { Metadata } from "next";
import { brandInfo } from "@/components/layout/brand-info";
import { PageHeading } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { ContactTeam } from "@/components/verification/contact-dialog";
import { Rejection } from "@/components/verification/rejection";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Corporate Verification" };

export default async function CorporateVerificationPage() {
  const user = await requirePage(paths.corporateVerification());
  const { supportEmail, supportPhone } = brandInfo();
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeading title="Corporate Verification">
        For companies: company information, bank details, signatories and documents.
      </PageHeading>
      <div className="mt-8 grid gap-6">
        {user.verification.status === "rejected" && <Rejection reason={user.verification.rejectionReason} />}
        <EmptyState
          title="The company form opens here"
          action={<ContactTeam support={{ supportEmail, supportPhone }} />}
        >
          It is not available yet. Have your certificate of incorporation, a utility bill and the ID of each
          signatory ready.
        </EmptyState>
      </div>
    </div>
  );
}
