import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import { Closing } from "@/components/home/closing";
import { Points } from "@/components/home/points";
import { PublicHead, Section } from "@/components/home/section";
import { brand } from "@/lib/brand";
import { NoClientRuntime } from "@/components/layout/without-runtime";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Team",
  description: "The people behind the decisions: who reviews, who advises, and how to reach them.",
  path: paths.team(),
});

const work = [
  {
    title: "Reviewers",
    text: "Read every application and every document. They decide, and they write the reason.",
  },
  {
    title: "Investment advisors",
    text: "Explain the plans, answer questions before you commit, and never press.",
  },
  {
    title: "Portfolio",
    text: "Stay with funded businesses after the money has moved, and report on how they do.",
  },
  {
    title: "Security and operations",
    text: "Keep the records safe, watch who opens what, and answer when something is wrong.",
  },
];

export default function TeamPage() {
  return (
    <>
      <NoClientRuntime />
      <PublicHead title="The people behind the decisions">
        <p>No application at {brand.name} is decided by a machine. This is who does what.</p>
      </PublicHead>
      <Section id="work" title="Who does what" className="bg-surface">
        <Points items={work} />
      </Section>
      <Closing />
    </>
  );
}
