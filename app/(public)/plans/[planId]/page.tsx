import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Closing } from "@/components/home/closing";
import { PublicHead, Section, Steps } from "@/components/home/section";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { publicMetadata } from "@/components/layout/public-metadata";
import { CALCULATOR, Calculator } from "@/components/plans/calculator";
import { planFacts, termFacts } from "@/components/plans/plan-words";
import { StatusBadge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { lagosDay } from "@/lib/dates";
import { readTaxChanges } from "@/lib/investments/instalments";
import { findPlan } from "@/lib/plans/queries";
import { formatRate } from "@/lib/rates";
import { paths } from "@/lib/routes/paths";

interface Props {
  params: Promise<{ planId: string }>;
  searchParams: Promise<{ amount?: string | string[] }>;
}

/** The plan is read once for the page and its metadata. */
const planOf = cache(findPlan);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const plan = await planOf((await params).planId);
  return plan
    ? publicMetadata({ title: plan.name, description: plan.summary, path: paths.plan(plan.slug) })
    : { title: "404 - Not Found" };
}

const steps = [
  { title: "Create an account", text: "Register, confirm your email address, and choose to invest." },
  {
    title: "Verify your identity",
    text: "Complete four short steps. A person reviews them, usually within 1-2 business days.",
  },
  { title: "Compare the plans", text: "Check the minimum, the tenor, the risk and how each plan pays." },
  {
    title: "Request the investment",
    text: "You read the terms and accept them, and get the agreement as a PDF at once. Then you pay by bank transfer.",
  },
];

export default async function PlanPage({ params, searchParams }: Props) {
  const plan = await planOf((await params).planId);
  if (!plan) notFound();
  const { amount } = await searchParams;
  const taxChanges = await readTaxChanges();
  const isTarget = plan.terms.return.kind === "declared";
  return (
    <>
      <div className="page-width pt-6">
        <TextLink href={paths.plans()} className="inline-flex min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden className="size-4" />
          All plans
        </TextLink>
      </div>
      <div className="[&>div]:pt-4 [&>div]:sm:pt-8">
        <PublicHead title={plan.name}>
          <p>{plan.summary}</p>
          {plan.isOpen ? (
            // The page is the same for all visitors. Startups do not invest; other users who are not approved investors are redirected to
            // their own next step.
            <p className="mt-6 hidden signed-in:block for-startup:hidden">
              <LinkButton href={paths.dashboardNewInvestment({ plan: plan.slug })} size="lg" prefetch={false}>
                Invest in this plan
              </LinkButton>
            </p>
          ) : (
            <p className="mt-4">
              <StatusBadge tone="neutral">Closed to new investments</StatusBadge>
            </p>
          )}
        </PublicHead>
      </div>
      <section aria-labelledby="answers" className="border-t border-line bg-surface">
        <div className="page-width grid gap-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
          <div>
            <h2 id="answers" className="text-2xl font-semibold">
              How the plan works
            </h2>
            <p className="mt-4 measure leading-7">{plan.description}</p>
            <Notice tone="warning" title="You can lose money" className="mt-8 max-w-2xl">
              {isTarget && <p className="mb-2">The return is a target, not a guarantee.</p>}
              <p className="whitespace-pre-line">{plan.terms.riskText}</p>
              <p className="mt-2">If anything is unclear, ask us before you decide.</p>
            </Notice>
            <h3 id="terms" className="mt-10 text-lg font-semibold">
              Terms
            </h3>
            <p className="mt-3 measure leading-7 whitespace-pre-line">{plan.terms.termsText}</p>
          </div>
          <dl className="divide-y divide-line self-start rounded-2xl border border-line bg-canvas px-6 py-2">
            {[...planFacts(plan), ...termFacts(plan, taxChanges, lagosDay())].map(({ title, text }) => (
              <div key={title} className="py-4">
                <dt className="text-sm text-muted">{title}</dt>
                <dd className="mt-0.5 text-lg font-medium figures">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      {plan.isOpen && (
        <Section
          id={CALCULATOR}
          title="Calculator"
          intro="Enter an amount to see what this plan would pay, and when."
        >
          <Calculator plan={plan} taxChanges={taxChanges} typed={[amount ?? []].flat()[0]} />
        </Section>
      )}
      <Section
        id="fees"
        title="Fees"
        intro={`${plan.terms.fee === 0 ? "This plan has no fee." : `Our fee is ${formatRate(plan.terms.fee)} of the return.`} The agreement, which you get as a PDF before you pay, confirms this. Any fee that is not in the agreement does not apply.`}
      >
        <TextLink href={paths.consultation()}>Ask an advisor about this plan&apos;s fees</TextLink>
      </Section>
      <Section id="steps" title="How to invest in four steps" className="bg-surface">
        <Steps steps={steps} />
      </Section>
      <Closing
        title="Interested in this plan?"
        text="Create an account and verify your identity, or ask an advisor to contact you."
      />
      <NoClientRuntime />
    </>
  );
}
