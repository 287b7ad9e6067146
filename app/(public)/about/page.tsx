import type { Metadata } from "next";
import { publicMetadata } from "@/components/layout/public-metadata";
import type { ReactNode } from "react";
import { Closing } from "@/components/home/closing";
import { Points } from "@/components/home/points";
import { PublicHead, Section } from "@/components/home/section";
import { TextLink } from "@/components/ui/link";
import { brand } from "@/lib/brand";
import { siteEnv } from "@/lib/env";
import { NoClientRuntime } from "@/components/layout/without-runtime";
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

const { RETENTION_REJECTED_DAYS, RETENTION_DRAFT_DAYS } = siteEnv();

/** What the product does with personal data, and nothing beyond it: whoever changes that changes this. */
const privacy: { title: string; text: ReactNode }[] = [
  {
    title: "What we collect",
    text: "When you register: your name, email address and phone number. When you verify: your date of birth, addresses, next of kin, NIN, BVN, bank account and the documents that support them; for a company, also its details and signatories. When you log in: your IP address and type of browser. When you request a consultation: what you enter in the form.",
  },
  {
    title: "Why",
    text: "To know who is taking part before money changes hands, to decide on your verification, to protect your account and to answer your questions. We do not sell your data. We use no advertising or tracking cookies; our cookies only keep you logged in.",
  },
  {
    title: "Who sees it",
    text: "You and our reviewers. Only the last 4 digits of NIN, BVN and account numbers are shown, even to reviewers. If a reviewer needs to see a full number, they must request it, and we record every request. A person decides on your verification, never software alone. The companies that run our servers, file storage and email handle data on our behalf.",
  },
  {
    title: "How we protect it",
    text: "We encrypt NIN, BVN and account numbers in our database, and any form you have started. Documents are private: we check who is asking every time one is opened. We remove location and camera data from images. We store passwords only in a scrambled form that cannot be reversed.",
  },
  {
    title: "How long we keep it",
    text: `We keep your answers, your documents and our decisions for as long as you have an account. If your verification is rejected and you do not submit again, we delete the documents and the NIN, BVN and account numbers you gave after ${RETENTION_REJECTED_DAYS} days. We keep a form you have started until you submit it, and delete it if you do not change it for ${RETENTION_DRAFT_DAYS} days. We delete an account after 7 days if its email address is never verified. When your account is deleted, we erase your answers and documents. Our event log keeps only the fact that an account was deleted, under a number and without your name.`,
  },
  {
    title: "Your rights",
    text: "Under the Nigeria Data Protection Act 2023 you can ask what data we hold about you, get a copy, have it corrected or erased, object to or limit how we use it, and withdraw your consent. On your profile page you can change your name and phone number, download your data and delete your account. For anything else, or before you are verified, email us. You can also complain to the Nigeria Data Protection Commission.",
  },
  {
    title: "How to contact us",
    text: (
      <>
        <NoClientRuntime />
        Email{" "}
        <TextLink href={`mailto:${brand.supportEmail}`} className="break-all">
          {brand.supportEmail}
        </TextLink>
        {brand.supportPhone && (
          <>
            {" or call "}
            <TextLink href={`tel:${brand.supportPhone.replace(/[^+\d]/g, "")}`} className="whitespace-nowrap">
              {brand.supportPhone}
            </TextLink>
          </>
        )}
        . Tell us which email address you registered with. Never send us your password, NIN or BVN.
      </>
    ),
  },
];

export default function AboutPage() {
  return (
    <>
      <PublicHead title="Venture capital, done in the open">
        <p>
          {brand.name} connects Nigerian businesses that need funding with verified personal and corporate
          investors. {brand.licenceLine}.
        </p>
      </PublicHead>
      <Section id="principles" title="Our principles" className="bg-surface">
        <Points items={principles} />
      </Section>
      <Section
        id="privacy"
        title="Privacy policy"
        intro={`What ${brand.name} does with your personal data, and the rights you have over it.`}
      >
        <Points items={privacy} />
      </Section>
      <Closing />
    </>
  );
}
