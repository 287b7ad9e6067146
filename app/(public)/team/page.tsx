import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import { Closing } from "@/components/home/closing";
import { Points, PublicHead, Section } from "@/components/home/section";
import { brand } from "@/lib/brand";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Team",
  description:
    "Meet the people who review applications and advise investors, and find out how to reach them.",
  path: paths.team(),
});

const work = [
  {
    title: "Reviewers",
    text: "Read every application and document, make the decision and explain it in writing.",
  },
  {
    title: "Investment advisors",
    text: "Explain the plans and answer your questions before you commit. They never pressure you.",
  },
  {
    title: "Portfolio team",
    text: "Support businesses after they are funded, and report on how they are doing.",
  },
  {
    title: "Security and operations",
    text: "Keep records safe, monitor who opens them, and respond when something goes wrong.",
  },
];

export default function TeamPage() {
  return (
    <>
      <NoClientRuntime />
      <PublicHead title="The people behind the decisions">
        <p>{`At ${brand.name}, people, not machines, decide on every application. Here is who does what.`}</p>
      </PublicHead>
      <Section id="work" title="Who does what" className="bg-surface">
        <Points items={work} />
      </Section>
      <Closing />
    </>
  );
}
