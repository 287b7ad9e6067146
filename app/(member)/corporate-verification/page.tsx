import type { Metadata } from "next";
import { CorporateWizard } from "@/components/verification/corporate-wizard";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Corporate verification" };

export default async function CorporateVerificationPage() {
  const user = await requirePage(paths.corporateVerification());
  return <CorporateWizard user={user} />;
}
