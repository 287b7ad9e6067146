import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import { Closing } from "@/components/home/closing";
import { Points } from "@/components/home/points";
import { PublicHead, Section } from "@/components/home/section";
import { NoClientRuntime } from "@/components/layout/without-runtime";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Business financing",
  description:
    "Funding and asset financing for businesses in Nigeria: who can apply, what you need at hand, and what happens after you apply.",
  path: paths.assetFinancing(),
});

const questions = [
  {
    title: "Who can apply",
    text: "Founders of businesses that operate in Nigeria. You apply as a person and verify your own identity first; questions about the business follow.",
  },
  {
    title: "What you need at hand",
    text: "Your NIN and BVN, your bank account number, an identification document, a passport photo, and a utility bill not older than 3 months.",
  },
  {
    title: "How long it takes",
    text: "Filling in the four steps takes about fifteen minutes. Verification takes 1-2 business days after you submit.",
  },
  {
    title: "What happens after verification",
    text: "Your dashboard opens. It shows the state of your application and what we need from you next.",
  },
];

export default function AssetFinancingPage() {
  return (
    <>
      <NoClientRuntime />
      <PublicHead title="Funding for businesses that are ready to grow">
        <p>
          Stock, equipment, a second location: growth costs money before it earns any. Apply once, send your
          documents from your phone, and follow the decision step by step.
        </p>
      </PublicHead>
      <Section id="questions" title="Before you apply" className="bg-surface">
        <Points items={questions} />
      </Section>
      <Closing title="Apply for funding" text="Create an account, then choose “I need funding”." />
    </>
  );
}
