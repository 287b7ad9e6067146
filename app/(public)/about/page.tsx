import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import { Closing } from "@/components/home/closing";
import { Points, PublicHead, Section } from "@/components/home/section";
import { TextLink } from "@/components/ui/link";
import { brand } from "@/lib/brand";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "About",
  description:
    "How we verify investors and founders, who makes the decisions, and how we look after your data and documents.",
  path: paths.about(),
});

const principles = [
  {
    title: "Know who you are dealing with",
    text: "Investors and founders pass the same identity checks. Nobody takes part until we have checked their documents.",
  },
  {
    title: "Be open about risk",
    text: "Every return comes with risk. Each plan shows its risk beside its target return, in the same size of type.",
  },
  {
    title: "Ask only for what we need",
    text: "We collect what verification requires. Only people who need it for their work can see it.",
  },
  {
    title: "Give every decision a reason",
    text: "If we cannot approve your application, we tell you why. You can correct it and apply again.",
  },
];

export default function AboutPage() {
  return (
    <>
      <NoClientRuntime />
      <PublicHead title="Venture capital, done in the open">
        <p>
          {`${brand.name} connects Nigerian businesses that need funding with verified personal and corporate investors. ${brand.licenceLine}.`}
        </p>
      </PublicHead>
      <Section id="principles" title="Our principles" className="bg-surface">
        <Points items={principles} />
      </Section>
      <Section
        id="privacy"
        title="Privacy"
        intro="What we collect and why, how long we keep it, who sees it, and the rights you have over it."
      >
        <TextLink href={paths.privacy()}>Read our privacy notice</TextLink>
      </Section>
      <Closing />
    </>
  );
}
