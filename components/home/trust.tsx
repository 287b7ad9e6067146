import { EyeOff, FileLock, History, KeyRound } from "lucide-react";
import { Section } from "./section";

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
