import type { Metadata } from "next";
import { requireUser, requireViewer } from "@/app/page-access";
import { ActivityList } from "@/components/dashboard/activity";
import { FundingChecklist, NextStep, VerificationStatusCard } from "@/components/dashboard/cards";
import { AttentionList } from "@/components/investments/attention-list";
import { OwnGuardian } from "@/components/guardians/own-guardian";
import { OngoingRenewal, Renewal } from "@/components/onboarding/renewal";
import { VerifyAgain } from "@/components/onboarding/verify-again";
import { PlanGrid } from "@/components/plans/plan-card";
import { Card, PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import { ownGuardian } from "@/lib/guardians/request";
import { findNextInvestment } from "@/lib/investments/queries";
import { formatKobo } from "@/lib/money";
import { isAskedToVerifyAgain, wasMinorAtSubmission } from "@/lib/onboarding/submission/coming-of-age";
import { findAskedRenewal } from "@/lib/onboarding/submission/renewal";
import { listAttention } from "@/lib/payouts/attention";
import { newestPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";
import { closedText } from "@/lib/onboarding/closed-account";

export const metadata: Metadata = { title: "Dashboard" };

const NEWEST = 3;

export default async function DashboardPage() {
  const viewer = await requireViewer(paths.dashboard());
  const investor = viewer.role === "investor";
  const [user, plans, investment, { attention }, renewal] = await Promise.all([
    requireUser(paths.dashboard()),
    investor ? newestPlans(NEWEST) : [],
    investor ? findNextInvestment(viewer.userId) : null,
    investor ? listAttention(viewer.userId) : { attention: [] },
    findAskedRenewal(viewer.userId),
  ]);
  // Only these users can name a guardian or be asked to verify again, so other users cost no query.
  const [isAskedToVerify, guardian] = wasMinorAtSubmission(user.verification)
    ? await Promise.all([isAskedToVerifyAgain({ id: user._id }), ownGuardian({ userId: user._id })])
    : [];
  const firstName = user.name.trim().split(/\s+/)[0];

  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title={firstName ? `Hello, ${isolate(firstName)}` : "Dashboard"}>
        {investor
          ? investment
            ? "Your investments, your verification and our newest plans."
            : "You are verified. You can now compare our investment plans."
          : "You are verified. Here is how to prepare for a conversation about funding."}
      </PageHeading>

      {user.closed && (
        <Notice tone="warning" title="This account is closed">
          {closedText()}
        </Notice>
      )}
      {isAskedToVerify && <VerifyAgain />}
      {renewal && !isAskedToVerify && <Renewal asked={renewal} />}
      {user.renewing && <OngoingRenewal user={user} />}
      {guardian?.needed && <OwnGuardian initial={guardian} />}

      {attention.length > 0 && <AttentionList attention={attention} />}

      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <VerificationStatusCard user={user} />
        {investment ? (
          <InvestmentStep investment={investment} />
        ) : investor ? (
          <NextStep
            title="Choose a plan"
            href={plans.length > 0 ? paths.dashboardInvestments() : paths.contact()}
            action={plans.length > 0 ? "Compare plans" : "Talk to an advisor"}
          >
            {plans.length > 0
              ? "Compare the minimum, tenor and risk of each plan. If you have questions, ask an advisor."
              : "No plans are open right now. An advisor can tell you what is coming."}
          </NextStep>
        ) : (
          <NextStep title="Talk to our team" href={paths.contact()} action="Contact us">
            Tell us what your business needs. Having the items below ready will help us answer you.
          </NextStep>
        )}
      </div>

      {investor && plans.length > 0 && (
        <section aria-labelledby="plans" className="min-w-0">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="plans" className="text-lg font-semibold">
              Newest plans
            </h2>
            <TextLink href={paths.dashboardInvestments()}>See all plans</TextLink>
          </div>
          <PlanGrid plans={plans} className="grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3" />
        </section>
      )}

      {!investor && (
        <Card>
          <h2 className="text-lg font-semibold">What to prepare</h2>
          <div className="mt-5">
            <FundingChecklist />
          </div>
        </Card>
      )}

      <Card>
        <h2 className="text-lg font-semibold">Your activity</h2>
        <div className="mt-5">
          <ActivityList user={user} />
        </div>
      </Card>
    </div>
  );
}

/** Shows the next step of an investor who has an investment. What needs attention is listed above it. */
const InvestmentStep = ({
  investment: { amount, planVersion },
}: {
  investment: NonNullable<Awaited<ReturnType<typeof findNextInvestment>>>;
}) => (
  <NextStep title="Follow your investments" href={paths.dashboardInvestments()} action="See investments">
    {`What is invested, due and on its way, such as your ${formatKobo(amount)} in ${planVersion.name}.`}
  </NextStep>
);
