import type { Metadata } from "next";
import { Closing } from "@/components/home/closing";
import { Points } from "@/components/home/points";
import { PublicHead, Section } from "@/components/home/section";
import { brand } from "@/lib/brand";

export const metadata: Metadata = { title: "About" };

const principles = [
  {
    title: "Know who is across the table",
    text: "Investors and founders pass the same identity checks. Nobody takes part under a name we have not seen papers for.",
  },
  {
    title: "Say what can go wrong",
    text: "Return comes with risk. Each plan names its risks in the same place and the same size of print as its target return.",
  },
  {
    title: "Ask for no more than is needed",
    text: "We collect what verification requires and show it to nobody who does not need it for their work.",
  },
  {
    title: "Give every decision a reason",
    text: "If we cannot accept an application, you read why, and you can correct it and apply again.",
  },
];

const privacy = [
  {
    title: "What we ask for",
    text: "Your name and ways to reach you when you register; identity, bank details and documents when you verify. A consultation request asks for your name, email and phone number.",
  },
  {
    title: "What it is for",
    text: "To check who takes part, to decide on your verification, and to answer you.",
  },
  {
    title: "Who sees it",
    text: "Our reviewers. NIN, BVN and account numbers stay masked for them too; each look at a full number is recorded.",
  },
  {
    title: "What you can do",
    text: "Ask us what we hold about you, have it corrected, or delete your account. Write to the address on the contact page.",
  },
];

export default function AboutPage() {
  return (
    <>
      <PublicHead title="Venture capital, done in the open">
        <p>
          {brand.name} brings Nigerian businesses that need funding together with verified private and
          corporate investors. {brand.licenceLine}.
        </p>
      </PublicHead>
      <Section id="principles" title="What we hold ourselves to" className="bg-surface">
        <Points items={principles} />
      </Section>
      <Section id="privacy" title="Privacy policy">
        <Points items={privacy} />
      </Section>
      <Closing />
    </>
  );
}
