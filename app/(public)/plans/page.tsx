import type { Metadata } from "next";
import { Closing } from "@/components/home/closing";
import { Points } from "@/components/home/points";
import { PublicHead, Section } from "@/components/home/section";

export const metadata: Metadata = { title: "Investment plans" };

const questions = [
  { title: "What is the minimum?", text: "The least you can put in, in naira." },
  {
    title: "How long is the money tied up?",
    text: "The tenor, and whether you can leave earlier and at what cost.",
  },
  { title: "What is the target return?", text: "A range we aim for. It is a target and no promise." },
  { title: "What can go wrong?", text: "The risk, in plain words, and what happens to your money then." },
  { title: "How does it pay?", text: "When money comes back to you, and in what form." },
];

export default function PlansPage() {
  return (
    <>
      <PublicHead title="Investment plans">
        <p>
          Each plan answers five questions before you decide anything. Verified investors see the plans that
          are open to them in their dashboard.
        </p>
      </PublicHead>
      <Section id="questions" title="What every plan tells you" className="bg-surface">
        <Points items={questions} />
      </Section>
      <Closing
        title="Become an investor"
        text="Create an account and verify your identity to see what is open to you."
      />
    </>
  );
}
