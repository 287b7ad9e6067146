import type { Metadata } from "next";
import { CorporateWizard } from "@/components/verification/corporate-wizard";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";
import { listRequestedChanges } from "@/lib/verification/submission/requested-changes";

export const metadata: Metadata = { title: "Corporate verification" };

export default async function CorporateVerificationPage() {
  const user = await requireUser(paths.corporateVerification());
  return <CorporateWizard user={user} requestedChanges={await listRequestedChanges(user._id)} />;
}
