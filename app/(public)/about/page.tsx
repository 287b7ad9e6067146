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
    "How investors and founders are verified, who decides, and what happens to the data and papers you hand over.",
  path: paths.about(),
});

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

const { RETENTION_REJECTED_DAYS, RETENTION_DRAFT_DAYS } = siteEnv();

/** What the product does with personal data, and nothing beyond it: whoever changes that changes this. */
const privacy: { title: string; text: ReactNode }[] = [
  {
    title: "What we collect",
    text: "When you register: your name, email address and phone number. When you verify: your date of birth and addresses, next of kin, NIN, BVN, bank account, and for a company its details and signatories, with the documents that prove them. When you log in: your network address and kind of browser. What you write in a consultation request.",
  },
  {
    title: "Why",
    text: "To know who takes part before money moves, to decide on your verification, to protect your account, and to answer you. We do not sell your data, and there are no advertising or tracking cookies here; the cookies we set keep you logged in.",
  },
  {
    title: "Who sees it",
    text: "You and our reviewers. NIN, BVN and account numbers are masked but for their last 4 digits, for reviewers too. A reviewer who needs a number in full has to ask for it, and each time is recorded. A person decides on your verification, never a program alone. Companies that run servers, file storage and mail for us handle data on our behalf.",
  },
  {
    title: "How it is kept",
    text: "NIN, BVN and account numbers are encrypted in our database, and so is a form that you have begun. Documents are private: each time one is opened we check who asks. Pictures are kept without the place and camera data in them. Passwords are kept only in a form from which they cannot be read.",
  },
  {
    title: "How long",
    text: `Your answers, documents and our decisions stay as long as your account. When your verification was rejected and you do not submit again, the documents and the NIN, BVN and account numbers given for it are removed after ${RETENTION_REJECTED_DAYS} days. A form that you have begun is kept until you submit it, and removed when you change nothing for ${RETENTION_DRAFT_DAYS} days. An account whose email address is never verified is removed after 7 days. When your account is deleted, your answers and documents are erased; what stays in our record of events is that it happened, under a number and without your name.`,
  },
  {
    title: "Your rights",
    text: "Under the Nigeria Data Protection Act 2023 you may ask what we hold about you and have a copy of it, have it corrected or erased, object to its use or have that limited, and take back your consent. You can change your name and phone number, download your data and delete your account on your profile page; for everything else, and before you are verified, write to us. You may also complain to the Nigeria Data Protection Commission.",
  },
  {
    title: "How to reach us",
    text: (
      <>
        <NoClientRuntime />
        Write to{" "}
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
        . Say which email address you registered with. Never send your password, NIN or BVN.
      </>
    ),
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
      <Section
        id="privacy"
        title="Privacy policy"
        intro={`What ${brand.name} does with your personal data, and what you can have done with it.`}
      >
        <Points items={privacy} />
      </Section>
      <Closing />
    </>
  );
}
