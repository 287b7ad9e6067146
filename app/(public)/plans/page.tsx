import type { Metadata } from "next";
import { Closing } from "@/components/home/closing";
import { Points, PublicHead, Section } from "@/components/home/section";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { publicMetadata } from "@/components/layout/public-metadata";
import { PlanGrid } from "@/components/plans/plan-card";
import { listPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Investment plans",
  description: "Compare investment plans by minimum, tenor, target return, risk and payment frequency.",
  path: paths.plans(),
});

/** Plans change without a build. */
export const dynamic = "force-dynamic";

const questions = [
  { title: "What is the minimum?", text: "The smallest amount you can invest, in naira." },
  {
    title: "How long is my money tied up?",
    text: "This is the tenor. Only invest money you will not need before the plan ends.",
  },
  {
    title: "What is the return?",
    text: "A fixed annual rate, or the range we aim for. A range is a target, not a guarantee.",
  },
  {
    title: "How risky is it?",
    text: "A rating from low to high. Whatever the rating, you can lose some or all of your money.",
  },
  { title: "How does it pay?", text: "When you get your money and any return." },
];

export default async function PlansPage() {
  const plans = await listPlans();
  return (
    <>
      <PublicHead title="Investment plans">
        <p>
          Every plan answers the same five questions in the same order, so you can compare them before you
          decide. Only verified investors can invest.
        </p>
      </PublicHead>
      <section aria-labelledby="open" className="page-width pb-14 sm:pb-20">
        <h2 id="open" className="sr-only">
          Plans
        </h2>
        {plans.length > 0 ? (
          <PlanGrid plans={plans} />
        ) : (
          <p className="rounded-2xl border border-dashed border-line-strong/60 px-5 py-10 text-center text-muted">
            No plans are open right now. New ones will appear here.
          </p>
        )}
      </section>
      <Section id="questions" title="What every plan tells you" className="bg-surface">
        <Points items={questions} />
      </Section>
      <Closing
        title="Become an investor"
        text="Create an account and verify your identity. You can invest once you are verified."
      />
      <NoClientRuntime />
    </>
  );
}
