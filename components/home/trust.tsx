import { EyeOff, FileLock, History, KeyRound } from "lucide-react";
import { Section } from "./section";

const facts = [
  {
    Icon: KeyRound,
    title: "Encrypted where it is stored",
    text: "NIN, BVN and account numbers are encrypted before they reach the database.",
  },
  {
    Icon: EyeOff,
    title: "Masked on every screen",
    text: "Only the last 4 characters are shown, to you and to our reviewers alike.",
  },
  {
    Icon: History,
    title: "Every look is recorded",
    text: "When a reviewer needs a full number to check it, that is written down with their name and the time.",
  },
  {
    Icon: FileLock,
    title: "Documents stay private",
    text: "Your papers have no public address. Each time one is opened we check again who is asking.",
  },
];

export function Trust() {
  return (
    <Section
      id="trust"
      title="You hand over serious papers. We treat them that way."
      className="border-t-0 bg-brand-deep text-on-brand"
      intro={<span className="text-on-brand-muted">How your data is kept, in plain words.</span>}
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
