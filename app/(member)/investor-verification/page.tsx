import type { Metadata } from "next";
import { IndividualWizard } from "@/components/verification/individual-wizard";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";
import { listRequestedChanges } from "@/lib/verification/submission/requested-changes";

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
