import type { Metadata } from "next";
import { LegalText, type LegalSection } from "@/components/home/legal-text";
import { publicMetadata } from "@/components/layout/public-metadata";
import { TextLink } from "@/components/ui/link";
import { brand } from "@/lib/brand";
import { siteEnv } from "@/lib/env";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = publicMetadata({
  title: "Privacy notice",
  description:
    "What personal data we collect and why, how long we keep it, who sees it, how we protect it, and your rights.",
  path: paths.privacy(),
});

const { RETENTION_REJECTED_DAYS, RETENTION_DRAFT_DAYS, RETENTION_KYC_YEARS, RETENTION_PAYMENT_YEARS } =
  siteEnv();
const { company } = brand;

/** The notice must match how Seedline processes personal data (docs/operations.md, data retention). */
const sections: readonly LegalSection[] = [
  {
    title: "Who is responsible",
    body: [
      `${company.legalName}, ${company.address}, runs ${brand.name} and is the controller of your personal data.`,
    ],
  },
  {
    title: "What we collect",
    body: [
      [
        "When you register: your name, email address, phone number and password.",
        "When you verify your identity: your date of birth, addresses, next of kin (if you are under 18, your parent or guardian), NIN, BVN and bank account, and the documents that support them.",
        "When you verify a company: its details, its bank account, its documents, and the details of its signatories and their identity documents.",
        "When you invest: what you invest in, the terms you accepted, and your transfers as our bank shows them: date, amount, sender and description.",
        "When you log in: the time, your IP address and your type of browser. If you add a passkey: its public key, the browser that made it and when you use it. Your fingerprint or face never leaves your device.",
        "When you use the site: a record of important actions, such as submitting a form or changing your password.",
        "When you request a consultation: what you enter in the form. We use it only to answer you.",
      ],
      "If you give us details of other people, such as your next of kin or a signatory, please tell them and show them this notice.",
    ],
  },
  {
    title: "Why we use it",
    body: [
      [
        "To know who is taking part before money changes hands, and to decide on your verification. This is a legal duty and a condition of using our services.",
        "To run your account and send you emails about it. We need this to provide the service you asked for.",
        "To protect accounts and prevent fraud. This is our legitimate interest, and yours.",
      ],
      "We do not sell your data. We use no advertising or tracking cookies: our cookies only keep you logged in. Software never decides on your verification alone; a person does.",
    ],
  },
  {
    title: "How long we keep it",
    body: [
      [
        "Your account, your answers, your documents and our decisions: for as long as you have an account.",
        `If your verification is rejected and you do not submit again: we delete the documents and the NIN, BVN and account numbers you gave after ${RETENTION_REJECTED_DAYS} days.`,
        `A form you have started: until you submit it, or until you have not changed it for ${RETENTION_DRAFT_DAYS} days.`,
        "An account whose email address is never verified: 7 days.",
        `Your investments and their payments: as long as you have an account, and sealed for ${RETENTION_PAYMENT_YEARS} years after it is deleted. The names and descriptions on bank transfers, and the accounts we paid into: ${RETENTION_PAYMENT_YEARS} years.`,
        "A record of your login: 30 days after that session has ended.",
        "The text of an email to you: until it is delivered. The fact that we sent it: 30 days.",
      ],
      "When an account is deleted, we erase its answers and documents at once. Our event log keeps only the fact that an account was deleted, under a number instead of a name. Backups are encrypted.",
      "An account cannot be deleted while it has money, a transfer that is being checked, or an investment that has not ended; until then, we delete none of its data.",
      `If you have submitted a verification, anti-money-laundering law requires us to keep a record of it: your answers, the list of your documents and our decision. We seal it for ${RETENTION_KYC_YEARS} years and open it only for a recorded reason. If the same NIN, BVN, account number, phone number, email address or document is used again in that time, our reviewers see how the earlier verification ended.`,
    ],
  },
  {
    title: "Who sees it",
    body: [
      "You, and our reviewers. Everyone sees only the last 4 digits of a NIN, BVN or account number. A reviewer who needs the full number must request it, and we record every request.",
      "Official sources, or a provider who asks them for us. To check a NIN, BVN, bank account or company, we send the number and, where needed, the name and date of birth. You agree to this when you submit your verification. Their answers are encrypted, and deleted with yours.",
      "The companies that run our servers, file storage and email process data for us. We give data to authorities only when the law requires it.",
    ],
  },
  {
    title: "How we protect it",
    body: [
      [
        "NIN, BVN and account numbers, and forms you have started, are encrypted in our database.",
        "Documents are private. We check who is asking every time one is opened.",
        "We remove location and camera data from the images our reviewers see. We encrypt the files you uploaded, and a reviewer opens one only for a recorded reason.",
        "Passwords are stored only in a form that cannot be reversed.",
        "You can turn on two-step login with a passkey or an app, see where you are logged in, and log out other devices.",
      ],
    ],
  },
  {
    title: "Your rights",
    body: [
      "Under the Nigeria Data Protection Act 2023 you can:",
      [
        "Access your data and get a copy that you can take elsewhere. Download it on your profile page.",
        "Correct it. Change your name and phone number on your profile page; for anything else, email us.",
        "Have it deleted. Delete your account on your profile page.",
        "Object to how we use it, ask us to limit its use, or withdraw your consent.",
        "Complain to the Nigeria Data Protection Commission (NDPC).",
      ],
      "Before you are verified, or if you cannot log in, email us and we will do this for you.",
    ],
  },
];

export default function PrivacyPage() {
  return (
    <LegalText
      title="Privacy notice"
      intro={`What ${brand.name} does with your personal data, and the rights you have over it.`}
      sections={sections}
    >
      <p>{`Data protection officer: ${company.dataProtectionEmail}.`}</p>
      <p className="mt-3">
        <span>{"You can also email "}</span>
        <TextLink href={`mailto:${brand.supportEmail}`} className="break-all">
          {brand.supportEmail}
        </TextLink>
        <span>{`${brand.supportPhone ? ` or call ${brand.supportPhone}` : ""}. Tell us which email address you registered with. Never send us your password, NIN or BVN.`}</span>
      </p>
    </LegalText>
  );
}
