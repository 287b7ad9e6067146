import { ArrowRight, CircleDashed, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { VerificationBadge } from "@/components/onboarding/status";
import { Card, DescriptionList } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import type { UserDto } from "@/lib/users/dto";

export function NextStep({
  title,
  href,
  action,
  children,
}: {
  title: string;
  href: string;
  action: string;
  children: ReactNode;
}) {
  return (
    <Card className="flex flex-col">
      <p className="text-sm font-medium text-accent">Next step</p>
      <h2 className="mt-1 text-lg font-semibold">{title}</h2>
      <div className="mt-1.5 flex-1 text-[0.9375rem] leading-6 text-muted">{children}</div>
      <LinkButton href={href} className="mt-5 self-start">
        <span>{action}</span>
        <ArrowRight aria-hidden className="size-4" />
      </LinkButton>
    </Card>
  );
}

const preparations = [
  {
    title: "What you do",
    text: "In a few sentences: what you sell, who buys it and how long you have been trading.",
  },
  { title: "What you need", text: "How much funding you need, what it is for and what it will earn." },
  {
    title: "Your figures",
    text: "Bank statements for the last 12 months, and your annual accounts if you have them.",
  },
  { title: "Your documents", text: "Your CAC registration and TIN, and any permits your business needs." },
];

/** Shows what to prepare for a conversation about funding. */
export function FundingChecklist() {
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
      {preparations.map(({ title, text }) => (
        <li key={title} className="flex gap-3 text-[0.9375rem] leading-6">
          <CircleDashed aria-hidden className="mt-0.5 size-5 text-accent" />
          <span className="min-w-0">
            <span className="block font-medium">{title}</span>
            <span className="block text-muted">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const profileName = ({ role, investorType }: UserDto) =>
  role === "startup" ? "Startup" : investorType === "corporate" ? "Corporate investor" : "Personal investor";

export function VerificationStatusCard({ user }: { user: UserDto }) {
  const { submittedAt, reviewedAt, status } = user.verification;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 gap-4">
          <span
            aria-hidden
            className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
          >
            <ShieldCheck className="size-6" />
          </span>
          <div>
            <h2 className="text-lg font-semibold">Verification</h2>
            <p className="mt-0.5 text-[0.9375rem] text-muted">
              {reviewedAt ? `Approved on ${formatDate(reviewedAt)}` : "Your identity is confirmed."}
            </p>
          </div>
        </div>
        <VerificationBadge status={user.isVerified ? "approved" : status} />
      </div>
      <div className="mt-5 border-t border-line pt-5">
        <DescriptionList
          items={[
            { label: "Profile", value: profileName(user) },
            ...(submittedAt ? [{ label: "Submitted", value: formatDate(submittedAt) }] : []),
          ]}
        />
      </div>
    </Card>
  );
}
