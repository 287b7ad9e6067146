import { ChartLine, ClipboardCheck, Landmark } from "lucide-react";
import type { Metadata } from "next";
import { requireViewer } from "@/app/page-access";
import { RequestForm } from "@/components/investments/request-form";
import { PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { lagosDay } from "@/lib/dates";
import { readOwnForm, waitingTexts } from "@/lib/due-diligence/requirement";
import { firmAccount } from "@/lib/investments/firm-account";
import { readHoldable, readMissingForRequest } from "@/lib/investments/request-limits";
import { readTaxChanges } from "@/lib/investments/instalments";
import { findOffer } from "@/lib/plans/offers";
import { toTerms } from "@/lib/plans/terms-schema";
import { findOverdueReview } from "@/lib/users/review-due";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "New investment" };

interface Props {
  searchParams: Promise<{ plan?: string | string[]; amount?: string | string[] }>;
}

const MAX_TYPED = 40;
const single = (value: string | string[] | undefined): string => [value ?? ""].flat()[0] ?? "";

export default async function NewInvestmentPage({ searchParams }: Props) {
  const viewer = await requireViewer(paths.dashboardNewInvestment());
  const { userId } = viewer;
  const { plan: slug, amount } = await searchParams;
  if (!single(slug))
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-6">
        <PageHeading title="New investment" />
        <EmptyState
          icon={<ChartLine className="size-6" />}
          title="Choose a plan"
          action={<LinkButton href={`${paths.dashboardInvestments()}#plans`}>See open plans</LinkButton>}
        >
          Each plan has its own minimum, tenor and risk. Choose one, then enter the amount.
        </EmptyState>
      </div>
    );
  const offer = (await firmAccount()) ? await findOffer(single(slug)) : null;
  if (!offer)
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-6">
        <PageHeading title="New investment" />
        <EmptyState
          icon={<ChartLine className="size-6" />}
          title="This plan is not open to investments"
          action={<LinkButton href={paths.dashboardInvestments()}>See open plans</LinkButton>}
        >
          It may have been closed. Choose another plan, or ask an advisor.
        </EmptyState>
      </div>
    );
  if (viewer.isRenewing || (await findOverdueReview(userId)) !== null)
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-6">
        <PageHeading title="New investment" />
        <EmptyState
          icon={<ClipboardCheck className="size-6" />}
          title={viewer.isRenewing ? "Your renewal is not complete yet" : "First, renew your details"}
          action={<LinkButton href={paths.dashboard()}>Go to your dashboard</LinkButton>}
        >
          {viewer.isRenewing
            ? "You can make new investments again when we have approved your renewed details."
            : "Your details had to be renewed. Your dashboard shows what we need, then you can invest again."}
        </EmptyState>
      </div>
    );
  const { state } = await readOwnForm(viewer);
  if (state !== "approved")
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-6">
        <PageHeading title="New investment" />
        <EmptyState
          icon={<ClipboardCheck className="size-6" />}
          title={state === "sent" ? "We are checking your form" : "First, the due diligence form"}
          action={
            state === "sent" ? (
              <LinkButton href={paths.dashboard()}>Go to your dashboard</LinkButton>
            ) : (
              <LinkButton href={paths.dueDiligence()}>Open the form</LinkButton>
            )
          }
        >
          {waitingTexts[state]}
        </EmptyState>
      </div>
    );
  const missing = await readMissingForRequest(userId);
  if (missing)
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-6">
        <PageHeading title="New investment" />
        <EmptyState
          icon={<Landmark className="size-6" />}
          title="Your bank account is missing"
          action={<LinkButton href={paths.contact()}>Contact us</LinkButton>}
        >
          {missing}
        </EmptyState>
      </div>
    );
  const { plan, termsHash, available } = offer;
  const holdable = await readHoldable(userId, { slug: plan.slug, terms: toTerms(plan.terms) });
  const { name, version, terms } = plan;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6">
      <PageHeading
        title={`Invest in ${name}`}
        aside={
          <TextLink href={paths.plan(plan.slug)} className="inline-flex min-h-11 items-center">
            About this plan
          </TextLink>
        }
      >
        Choose an amount, read the risk and the terms, and confirm.
      </PageHeading>
      <RequestForm
        offer={{
          slug: plan.slug,
          name,
          version,
          terms,
          termsHash,
          taxChanges: (await readTaxChanges()).map(({ from, rate }) => ({ from, rate })),
          available: available === null ? null : String(available),
          holdable: holdable === null ? null : String(holdable),
        }}
        typed={single(amount).slice(0, MAX_TYPED)}
        today={lagosDay()}
      />
    </div>
  );
}
