import { ArrowRight, Briefcase, ChartLine } from "lucide-react";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";
import { Section } from "./section";

export function TwoWays() {
  return (
    <Section
      id="ways"
      title="Two ways to take part"
      intro="Create one account, confirm your email, then choose your profile."
    >
      <div className="grid gap-5 lg:grid-cols-2">
        <article className="flex flex-col rounded-2xl border border-line bg-surface p-6 sm:p-8">
          <ChartLine aria-hidden className="size-7 text-accent" />
          <h3 className="mt-5 text-xl font-semibold">You want to invest</h3>
          <p className="mt-2 leading-7 text-muted">
            Invest your own money or on behalf of a company. Before you commit, every plan shows its minimum,
            how long your money is tied up, how it pays and how much risk it carries.
          </p>
          <div className="mt-auto pt-6">
            <LinkButton href={paths.plans()} variant="secondary">
              Compare the plans
              <ArrowRight aria-hidden className="size-4" />
            </LinkButton>
          </div>
        </article>
        <article className="flex flex-col rounded-2xl border border-line bg-surface p-6 sm:p-8">
          <Briefcase aria-hidden className="size-7 text-accent" />
          <h3 className="mt-5 text-xl font-semibold">Your business needs funding</h3>
          <p className="mt-2 leading-7 text-muted">
            Apply once. Your application, your documents and our decision are in one place, so you always know
            where you stand and what we still need from you.
          </p>
          <div className="mt-auto pt-6">
            <LinkButton href={paths.assetFinancing()} variant="secondary">
              How financing works
              <ArrowRight aria-hidden className="size-4" />
            </LinkButton>
          </div>
        </article>
      </div>
    </Section>
  );
}
