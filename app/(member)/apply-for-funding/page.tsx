import type { Metadata } from "next";
import { IndividualWizard } from "@/components/verification/individual-wizard";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";
import { listRequestedChanges } from "@/lib/verification/submission/requested-changes";

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
