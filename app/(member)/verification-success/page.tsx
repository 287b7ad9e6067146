import { Clock } from "lucide-react";
import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { OwnGuardian } from "@/components/guardians/own-guardian";
import { brandInfo } from "@/components/layout/brand-info";
import { ContactTeam } from "@/components/onboarding/contact-dialog";
import {
  describeEstimate,
  estimateDecisionDate,
  expectedBusinessDays,
} from "@/components/onboarding/estimate-decision-date";
import { RefreshStatus } from "@/components/onboarding/refresh-status";
import { VerificationBadge } from "@/components/onboarding/status";
import { SubmittedItems } from "@/components/onboarding/submitted-items";
import { Card } from "@/components/ui/card";
import { formatDateTime } from "@/components/ui/format";
import { estimateDecision, readHolidays } from "@/lib/calendar/deadlines";
import { ownGuardian } from "@/lib/guardians/request";
import { paths } from "@/lib/routes/paths";
import { reviewQueue } from "@/lib/submission-rules";

export const metadata: Metadata = { title: "Verification submitted" };

export default async function VerificationSuccessPage() {
  const user = await requireUser(paths.verificationSuccess());
  const { supportEmail, supportPhone } = brandInfo();
  const { kind, submittedAt } = user.verification;
  const [guardian, estimate, holidays] = await Promise.all([
    ownGuardian({ userId: user._id }),
    kind && estimateDecision(reviewQueue({ kind, role: user.role })),
    readHolidays(),
  ]);
  const days = expectedBusinessDays(estimate);
  const expected = estimateDecisionDate(submittedAt, new Date(), { days, holidays });
  const next = [
    describeEstimate(estimate),
    `We'll email our decision to ${user.email}.`,
    "If you are approved, your dashboard opens. If not, we'll tell you why and you can submit again.",
  ];
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 py-2 sm:py-6">
      <div>
        <span aria-hidden className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <Clock className="size-7" />
        </span>
        <h1 className="mt-5 text-2xl leading-8 font-semibold sm:text-[1.75rem] sm:leading-9">
          We have received your verification
        </h1>
        <p className="mt-2 leading-7 text-muted">
          {`Submitted ${formatDateTime(submittedAt)}. ${
            guardian.needed && !guardian.consent
              ? "One thing is left: we need to hear from your parent or guardian."
              : "You don't need to do anything else for now."
          }`}
        </p>
        {expected && (
          <p className="mt-1 leading-7 font-medium">
            <span>
              {expected.overdue
                ? "Our decision is taking longer than usual. We expected to decide by "
                : "Expect our decision by "}
            </span>
            <span className="whitespace-nowrap">{expected.day}</span>
          </p>
        )}
      </div>

      {guardian.needed && <OwnGuardian initial={guardian} />}

      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">What happens next</h2>
          <VerificationBadge {...user.verification} />
        </div>
        <ol className="mt-5 grid grid-cols-1 gap-4">
          {next.map((text, index) => (
            <li key={text} className="flex gap-3.5 leading-7">
              <span
                aria-hidden
                className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-sm font-medium text-muted figures"
              >
                {index + 1}
              </span>
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ol>
      </Card>

      <Card>
        <h2 className="mb-5 text-lg font-semibold">What you submitted</h2>
        <SubmittedItems user={user} />
      </Card>

      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <RefreshStatus />
        <span className="text-muted">
          Something wrong, or a question? <ContactTeam support={{ supportEmail, supportPhone }} />
        </span>
      </div>
    </div>
  );
}
