import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import { Closing } from "@/components/home/closing";
import { Points, PublicHead, Section } from "@/components/home/section";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Business financing",
  description:
    "Funding and asset financing for businesses in Nigeria: who can apply, what you need and what happens next.",
  path: paths.assetFinancing(),
});

const questions = [
  {
    title: "Who can apply",
    text: "Founders of businesses that operate in Nigeria. You apply in your own name and verify your identity first. We ask about the business afterwards.",
  },
  {
    title: "What you need",
    text: "Your NIN, BVN and bank account number, an ID document, a passport photo, and a utility bill from the last 3 months.",
  },
  {
    title: "How long it takes",
    text: "The four steps take about 15 minutes to fill in. Verification takes 1-2 business days after you submit.",
  },
  {
    title: "What happens after verification",
    text: "Your dashboard opens. It shows where you stand and what to prepare before we talk about funding.",
  },
];

export default function AssetFinancingPage() {
  return (
    <>
      <NoClientRuntime />
      <PublicHead title="Funding for businesses that are ready to grow">
        <p>
          Stock, equipment, a second location: growth costs money before it brings any in. Apply once, upload
          your documents from your phone, and see where your application stands at any time.
        </p>
      </PublicHead>
      <Section id="questions" title="Before you apply" className="bg-surface">
        <Points items={questions} />
      </Section>
      <Closing title="Apply for funding" text="Create an account, then choose “I need funding”." />
    </>
  );
}
