import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { IndividualWizard } from "@/components/onboarding/individual-wizard";
import { listRequestedChanges } from "@/lib/onboarding/submission/requested-changes";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Apply for Startup Funding" };

export default async function ApplyForFundingPage() {
  const user = await requireUser(paths.applyForFunding());
  return (
    <IndividualWizard
      variant="startup"
      title="Apply for Startup Funding"
      intro="Four short steps about you, the founder. We save your answers as you go, so you can continue later on any device."
      user={user}
      requestedChanges={await listRequestedChanges(user._id)}
    />
  );
}
