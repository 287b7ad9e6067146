import { Section } from "./section";

const steps = [
  {
    title: "Create an account",
    text: "Your name, phone number and email address. We confirm the address with a 6-digit code, then you choose: invest, or apply for funding.",
  },
  {
    title: "Verify who you are",
    text: "Four short steps on your phone or computer: your details, your next of kin, your bank account, your documents. Save your progress and come back whenever you like.",
  },
  {
    title: "Get a decision",
    text: "A person reviews what you sent, usually within 1-2 business days. If something is missing, you are told what, and you can send it again.",
  },
];

export function HowItWorks() {
  return (
    <Section id="how" title="How it works" className="bg-surface">
      <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
        {steps.map((step, index) => (
          <li key={step.title} className="border-t-2 border-accent pt-5">
            <span className="text-sm font-medium text-accent figures">Step {index + 1}</span>
            <h3 className="mt-2 text-lg font-semibold">{step.title}</h3>
            <p className="mt-2 leading-7 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
