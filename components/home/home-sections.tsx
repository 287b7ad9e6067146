import { ArrowRight, Briefcase, ChartLine, EyeOff, FileLock, History, KeyRound } from "lucide-react";
import { PlanGrid } from "@/components/plans/plan-card";
import { LinkButton } from "@/components/ui/link-button";
import type { PlanDto } from "@/lib/plans/schema";
import { paths } from "@/lib/routes/paths";
import { Section, Steps } from "./section";

const steps = [
  {
    title: "Create an account",
    text: "Give us your name, phone number and email address. We email you a 6-digit code to confirm it. Then choose whether you want to invest or apply for funding.",
  },
  {
    title: "Verify who you are",
    text: "Complete four short steps on your phone or computer: your details, next of kin, bank account and documents. Save your progress and come back whenever you like.",
  },
  {
    title: "Get a decision",
    text: "A person on our team reviews your submission, usually within 1-2 business days. If something is missing, we tell you what it is and you can submit again.",
  },
];

export const HowItWorks = () => (
  <Section id="how" title="How it works" className="bg-surface">
    <Steps steps={steps} />
  </Section>
);

const ways = [
  {
    Icon: ChartLine,
    title: "You want to invest",
    text: "Invest your own money, or invest on behalf of a company. Before you commit, every plan shows its minimum, how long your money is tied up, how it pays and how much risk it carries.",
    href: paths.plans(),
    action: "Compare the plans",
  },
  {
    Icon: Briefcase,
    title: "Your business needs funding",
    text: "Apply once. Your application, your documents and our decision are in one place, so you always know where you stand and what we still need from you.",
    href: paths.assetFinancing(),
    action: "How financing works",
  },
];

export const TwoWays = () => (
  <Section
    id="ways"
    title="Two ways to take part"
    intro="Create one account, confirm your email, then choose your profile."
  >
    <div className="grid gap-5 lg:grid-cols-2">
      {ways.map(({ Icon, title, text, href, action }) => (
        <article key={title} className="flex flex-col rounded-2xl border border-line bg-surface p-6 sm:p-8">
          <Icon aria-hidden className="size-7 text-accent" />
          <h3 className="mt-5 text-xl font-semibold">{title}</h3>
          <p className="mt-2 leading-7 text-muted">{text}</p>
          <div className="mt-auto pt-6">
            <LinkButton href={href} variant="secondary">
              <span>{action}</span>
              <ArrowRight aria-hidden className="size-4" />
            </LinkButton>
          </div>
        </article>
      ))}
    </div>
  </Section>
);

const facts = [
  {
    Icon: KeyRound,
    title: "Encrypted in storage",
    text: "We encrypt your NIN, BVN and account numbers before they reach our database.",
  },
  {
    Icon: EyeOff,
    title: "Masked on every screen",
    text: "You and our reviewers see only the last 4 digits.",
  },
  {
    Icon: History,
    title: "Every full view is recorded",
    text: "If a reviewer needs to check a full number, we record who viewed it and when.",
  },
  {
    Icon: FileLock,
    title: "Documents stay private",
    text: "Your documents have no public link. Every time someone opens one, we check that they are allowed to.",
  },
];

export function Trust() {
  return (
    <Section
      id="trust"
      title="You trust us with sensitive documents. We keep them safe."
      className="border-t-0 bg-brand-deep text-on-brand"
      intro={<span className="text-on-brand-muted">How we protect your data, in plain words.</span>}
    >
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
        {facts.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon aria-hidden className="mt-0.5 size-6" />
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1.5 leading-7 text-on-brand-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function PlansTeaser({ plans }: { plans: readonly PlanDto[] }) {
  if (plans.length === 0) return null;
  return (
    <Section
      id="plans"
      title="Investment plans you can compare"
      intro="Every plan answers the same five questions in the same order."
    >
      <PlanGrid plans={plans} />
      <LinkButton href={paths.plans()} variant="secondary" className="mt-8">
        See investment plans
      </LinkButton>
    </Section>
  );
}
