import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";
import { Section } from "./section";

const told = [
  { title: "Minimum", text: "The smallest amount you can invest." },
  { title: "Tenor", text: "How long your money is tied up." },
  { title: "Target return", text: "The range we aim for. It is not guaranteed." },
  { title: "Risk", text: "How much risk the plan carries, from low to high." },
  { title: "How it pays", text: "When you get your money and any return." },
];

export function PlansTeaser() {
  return (
    <Section
      id="plans"
      title="Investment plans you can compare"
      intro="Every plan answers the same five questions in the same order."
    >
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-5">
        {told.map((entry) => (
          <div key={entry.title} className="bg-surface p-5 sm:last:odd:col-span-2 lg:last:odd:col-span-1">
            <dt className="font-semibold">{entry.title}</dt>
            <dd className="mt-1.5 text-[0.9375rem] leading-6 text-muted">{entry.text}</dd>
          </div>
        ))}
      </dl>
      <LinkButton href={paths.plans()} variant="secondary" className="mt-8">
        See investment plans
      </LinkButton>
    </Section>
  );
}
