import type { Metadata } from "next";
import { Closing } from "@/components/home/closing";
import { Points } from "@/components/home/points";
import { publicMetadata } from "@/components/layout/public-metadata";
import { NoClientRuntime } from "@/components/layout/without-runtime";
import { PublicHead, Section } from "@/components/home/section";
import { PlanCard } from "@/components/plans/plan-card";
import { listPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Investment plans",
  description:
    "Every plan answers the same five questions: minimum, tenor, target return, risk and how it pays.",
  path: paths.plans(),
});

/** Plans are data, and change without a build. */
export const dynamic = "force-dynamic";

const questions = [
  { title: "What is the minimum?", text: "The least you can put in, in naira." },
  {
    title: "How long is the money tied up?",
    text: "The tenor. Money put into a plan should be money you can do without until it ends.",
  },
  { title: "What is the target return?", text: "A range we aim for. It is a target and no promise." },
  { title: "What can go wrong?", text: "The risk, in plain words. You can lose money, also all of it." },
  { title: "How does it pay?", text: "When money comes back to you, and in what form." },
];

export default async function PlansPage() {
  const plans = await listPlans();
  return (
    <>
      <PublicHead title="Investment plans">
        <p>
          Each plan answers five questions before you decide anything, always in the same order, so that you
          can compare them. Only verified investors can invest.
        </p>
      </PublicHead>
      <section aria-labelledby="open" className="page-width pb-14 sm:pb-20">
        <h2 id="open" className="sr-only">
          Plans
        </h2>
        {plans.length > 0 ? (
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
          </div>
        ) : (
          <p className="rounded-2xl border border-dashed border-line-strong/60 px-5 py-10 text-center text-muted">
            No plan is open at the moment. New ones appear here first.
          </p>
        )}
      </section>
      <Section id="questions" title="What every plan tells you" className="bg-surface">
        <Points items={questions} />
      </Section>
      <Closing
        title="Become an investor"
        text="Create an account and verify your identity. Until you are verified, nothing can be paid in."
      />
      <NoClientRuntime />
    </>
  );
}
