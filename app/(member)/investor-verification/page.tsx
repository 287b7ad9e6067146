import type { Metadata } from "next";
import { IndividualWizard } from "@/components/verification/individual-wizard";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investor Verification" };

export default async function InvestorVerificationPage() {
  const user = await requirePage(paths.investorVerification());
  return (
    <IndividualWizard
      variant="investor"
      title="Investor Verification"
      intro="Four short steps. What you enter is saved as you go; you can come back on any device."
      user={user}
    />
  );
}
