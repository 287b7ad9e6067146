import { Section } from "./section";

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
