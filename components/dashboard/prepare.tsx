import { CircleDashed } from "lucide-react";

const things = [
  { title: "What you do", text: "What you sell, to whom, and since when, in a few sentences." },
  { title: "What you need", text: "How much, what for, and what it will earn." },
  {
    title: "Your figures",
    text: "Bank statements of the last 12 months, and your accounts if you keep any.",
  },
  { title: "Your papers", text: "Your CAC registration and TIN, and permits if your trade needs them." },
];

/** What is worth having at hand before a conversation about funding. */
export function FundingChecklist() {
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
      {things.map(({ title, text }) => (
        <li key={title} className="flex gap-3 text-[0.9375rem] leading-6">
          <CircleDashed aria-hidden className="mt-0.5 size-5 text-accent" />
          <span className="min-w-0">
            <span className="block font-medium">{title}</span>
            <span className="block text-muted">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
