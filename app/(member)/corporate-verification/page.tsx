import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { CorporateWizard } from "@/components/onboarding/corporate-wizard";
import { listRequestedChanges } from "@/lib/onboarding/submission/requested-changes";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Corporate verification" };

export default async function CorporateVerificationPage() {
  const user = await requireUser(paths.corporateVerification());
  return <CorporateWizard user={user} requestedChanges={await listRequestedChanges(user._id)} />;
}
