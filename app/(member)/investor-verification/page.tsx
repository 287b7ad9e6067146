import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { IndividualWizard } from "@/components/onboarding/individual-wizard";
import { listRequestedChanges } from "@/lib/onboarding/submission/requested-changes";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investor verification" };

export default async function InvestorVerificationPage() {
  const user = await requireUser(paths.investorVerification());
  return (
    <IndividualWizard
      variant="investor"
      title="Investor verification"
      intro="Four short steps. We save your answers as you go, so you can continue later on any device."
      user={user}
      requestedChanges={await listRequestedChanges(user._id)}
    />
  );
}
