import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";
import { Section } from "./section";

const told = [
  { title: "Minimum", text: "The least you can put in." },
  { title: "Tenor", text: "How long the money is tied up." },
  { title: "Target return", text: "A range we aim for. It is no promise." },
  { title: "Risk", text: "What can go wrong, and what happens then." },
  { title: "How it pays", text: "When money comes back to you, and in what form." },
];

export function PlansTeaser() {
  return (
    <Section
      id="plans"
      title="Investment plans that say what they are"
      intro="Every plan answers the same five questions, in the same order, so that you can compare them."
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
