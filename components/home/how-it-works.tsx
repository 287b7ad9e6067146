import { Section } from "./section";
import { Steps } from "./steps";

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
