import { CircleDashed } from "lucide-react";

const things = [
  {
    title: "What you do",
    text: "In a few sentences: what you sell, who buys it and how long you have been trading.",
  },
  { title: "What you need", text: "How much funding you need, what it is for and what it will earn." },
  {
    title: "Your figures",
    text: "Bank statements for the last 12 months, and your accounts if you have them.",
  },
  { title: "Your documents", text: "Your CAC registration and TIN, and any permits your business needs." },
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
