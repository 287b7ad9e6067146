import type { Metadata } from "next";
import { LegalText, type LegalSection } from "@/components/home/legal-text";
import { publicMetadata } from "@/components/layout/public-metadata";
import { TextLink } from "@/components/ui/link";
import { brand } from "@/lib/brand";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Terms",
  description:
    "The terms of an account: what you can expect from us, what we expect from you, and how it ends.",
  path: paths.terms(),
});

const { company } = brand;

const sections: readonly LegalSection[] = [
  {
    title: "About these terms",
    body: [
      `${brand.name} is run by ${company.legalName}, ${company.address}. These terms apply when you create an account. They cover the account and the website. An investment or a funding agreement has its own terms, which you receive before you agree to it.`,
    ],
  },
  {
    title: "Your account",
    body: [
      [
        "Give true and complete information, and keep it up to date.",
        "Keep your password and recovery codes to yourself. Tell us at once if you think someone else has used your account.",
        "Register for a company only if you are allowed to act for it.",
      ],
    ],
  },
  {
    title: "Verification",
    body: [
      "We check who you are before you can take part. A person on our team reviews your answers and documents, usually within 1-2 business days. If we cannot approve them, we tell you why, and you can correct them and submit again.",
      "Your answers and documents must be your own, or those of the company you act for. We may ask for new ones when they expire or your details change.",
    ],
  },
  {
    title: "Investing",
    body: [
      "The plans on this website are information. They are not advice, and not a promise. A target return is not a guarantee: you may get back less than you put in, and you can lose all of it.",
      "The plan's agreement states any fees before you invest. Ask us about anything that is unclear.",
    ],
  },
  {
    title: "Applying for funding",
    body: [
      "Being verified does not mean that we will fund your business. We decide on each application, and an agreement exists only once both sides have signed it.",
    ],
  },
  {
    title: "What is not allowed",
    body: [
      [
        "Giving false information or someone else's documents.",
        "Using the website to launder money or to commit fraud.",
        "Trying to see other people's data, getting around our security, or disrupting the service.",
      ],
    ],
  },
  {
    title: "Ending your account",
    body: [
      "You can delete your account on your profile page at any time. We may close an account that breaks these terms. The privacy notice explains what we then delete, and what we keep.",
      "Deleting your account does not end an investment or a funding agreement.",
    ],
  },
  {
    title: "Changes and governing law",
    body: [
      "If we change these terms, we publish the new version here with its date. The laws of the Federal Republic of Nigeria apply. Nothing here limits your rights under the law.",
    ],
  },
];

export default function TermsPage() {
  return (
    <LegalText
      title="Terms"
      intro={`What you can expect from ${brand.name}, and what we expect from you.`}
      sections={sections}
    >
      Questions about these terms? <TextLink href={paths.contact()}>Contact us</TextLink>. For how we use your
      data, see our <TextLink href={paths.privacy()}>privacy notice</TextLink>.
    </LegalText>
  );
}
