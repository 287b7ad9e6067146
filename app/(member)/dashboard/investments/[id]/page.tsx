import type { Metadata } from "next";
import * as z from "zod";
import { requireViewer } from "@/app/page-access";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { AtMaturity } from "@/components/investments/at-maturity";
import { CancelInvestment } from "@/components/investments/cancel-investment";
import { CancelRedemption } from "@/components/investments/cancel-redemption";
import { InvestmentStateBadge } from "@/components/investments/investment-state";
import {
  nextInstalmentLabel,
  nextStep,
  outstandingAmount,
  pendingRedemptionLabel,
} from "@/components/investments/investment-words";
import { OwnMoneyTable } from "@/components/investments/own-money";
import { PdfList } from "@/components/investments/pdf-list";
import { RedeemInvestment } from "@/components/investments/redeem-investment";
import { TransferDetails } from "@/components/investments/transfer-details";
import { ifToday } from "@/components/plans/plan-words";
import { ScheduleDetails } from "@/components/plans/schedule-details";
import { Card, CardHeading, DescriptionList, PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { lagosDay } from "@/lib/dates";
import { listOwnPdfs } from "@/lib/documents/queries";
import { notFound } from "@/lib/errors";
import { entryLabel } from "@/lib/investments/entry-labels";
import { getInvestment, readScheduleOptions } from "@/lib/investments/queries";
import type { InvestmentDto } from "@/lib/investments/schema";
import { formatExact, formatKobo } from "@/lib/money";
import { readOwnMoney } from "@/lib/payouts/own-money";
import { findOffer, type PlanOffer } from "@/lib/plans/offers";
import { redemptionDay, type ScheduleOptions } from "@/lib/plans/schedule-rules";
import { toTerms } from "@/lib/plans/terms-schema";
import { formatRate } from "@/lib/rates";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investment" };

type Entry = InvestmentDto["entries"][number];
const columns: Column<Entry>[] = [
  {
    title: "Date",
    label: null,
    className: "figures sm:font-medium",
    cell: ({ on }) => formatDate(on),
    phone: "below",
  },
  { title: "Type", label: "Type", cell: ({ kind }) => entryLabel(kind), phone: "start" },
  {
    title: "Amount",
    label: "Amount",
    isAmount: true,
    cell: ({ amount }) => formatExact(BigInt(amount)),
    phone: "end",
  },
];

export default async function InvestmentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: pathId } = await params;
  const { userId } = await requireViewer(paths.dashboardInvestment(pathId));
  const id = z.uuid().toLowerCase().safeParse(pathId);
  if (!id.success) throw notFound();
  const investment = await getInvestment(userId, id.data);
  const money = (await readOwnMoney(userId)).filter((each) => each.investment?.id === investment._id);
  const checking = money.find(({ kind }) => kind === "checking");
  const others = money.filter((each) => each !== checking);
  const isCovered = checking !== undefined && checking.amount >= outstandingAmount(investment);
  const { agreements, receipts, advices } = await listOwnPdfs(userId, id.data);
  const [options, offer] = await Promise.all([
    readScheduleOptions(userId, id.data),
    investment.state === "active" ? findOffer(investment.planSlug) : null,
  ]);
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6">
      <PageHeading
        title={investment.planName}
        aside={
          <TextLink
            href={paths.dashboardInvestments()}
            className="inline-flex min-h-11 items-center print:hidden"
          >
            All investments
          </TextLink>
        }
      >
        <InvestmentStateBadge state={investment.state} />
      </PageHeading>
      {others.length > 0 && <OwnMoneyTable money={others} isOfOne />}
      {checking && (
        <Notice tone="info" title="Your transfer has arrived and is being checked">
          {`We have received ${formatExact(checking.amount)} with your reference, and match it by ${formatDate(checking.by)}. Please do not transfer it again.`}
        </Notice>
      )}
      {investment.account && !isCovered && <TransferCard investment={investment} />}
      <Facts investment={investment} isChecking={checking !== undefined} />
      <Entries investment={investment} />
      {(investment.state === "requested" || investment.state === "active") && (
        <PaymentSchedule investment={investment} options={options} />
      )}
      {investment.state === "active" && <Actions investment={investment} offer={offer} />}
      <Card className="print:hidden">
        <CardHeading title="Documents">Your agreement, receipts and payouts as PDF.</CardHeading>
        <div className="mt-5">
          <PdfList label="Documents" pdfs={[...agreements, ...receipts, ...advices]} />
        </div>
      </Card>
      <Card className="print:hidden">
        <details>
          <summary className="cursor-pointer py-1 font-medium text-accent">
            Risk and terms you accepted
          </summary>
          <p className="mt-4 measure leading-7 whitespace-pre-line">{investment.terms.riskText}</p>
          <p className="mt-4 measure leading-7 whitespace-pre-line">{investment.terms.termsText}</p>
        </details>
      </Card>
    </div>
  );
}

function TransferCard({ investment }: { investment: InvestmentDto }) {
  const isPartly = BigInt(investment.received) > 0n;
  return (
    <Card>
      <CardHeading title="Pay by bank transfer">
        {isPartly
          ? `We have received ${formatKobo(BigInt(investment.received))} of ${formatKobo(BigInt(investment.amount))}. Transfer the rest with this reference.`
          : "Transfer exactly this amount, and include the reference so that we can match your payment."}
      </CardHeading>
      <TransferDetails investment={investment} />
      <p className="mt-5 text-[0.9375rem] leading-6 text-muted">
        {`The investment starts on the day the full amount arrives.${isPartly ? "" : ` If nothing arrives by ${formatDateTime(investment.expiresAt)}, it expires.`}`}
      </p>
      {investment.canCancel && (
        <div className="mt-5 border-t border-line pt-5 print:hidden">
          <p className="mb-3 text-[0.9375rem] leading-6 text-muted">
            {`You can cancel free of charge until ${formatDateTime(investment.cancelUntil)}.`}
          </p>
          <CancelInvestment id={investment._id} />
        </div>
      )}
    </Card>
  );
}

function Facts({ investment, isChecking }: { investment: InvestmentDto; isChecking: boolean }) {
  const {
    state,
    startOn,
    maturityOn,
    planSlug,
    version,
    value,
    due,
    taxWithheld,
    toReturn,
    pendingRedemptions,
    renews,
    renewedBy,
  } = investment;
  return (
    <Card>
      <DescriptionList
        items={[
          { label: "Amount", value: formatKobo(BigInt(investment.amount)) },
          { label: "Reference", value: <span translate="no">{investment.reference}</span> },
          {
            label: "Plan",
            value: (
              <>
                <TextLink href={paths.plan(planSlug)} className="inline-flex min-h-6 items-center">
                  {investment.planName}
                </TextLink>
                <span>{`, version ${version}`}</span>
              </>
            ),
          },
          { label: "Requested", value: formatDateTime(investment.requestedAt) },
          ...(startOn ? [{ label: "Started", value: formatDate(startOn) }] : []),
          ...(maturityOn ? [{ label: "Tenor ends", value: formatDate(maturityOn) }] : []),
          ...(value === null ? [] : [{ label: "Value today", value: formatKobo(BigInt(value)) }]),
          ...(state === "active"
            ? [{ label: "Next instalment", value: nextInstalmentLabel(investment) }]
            : []),
          ...pendingRedemptions.map((redemption) => ({
            label: redemption.isEnd ? "Ends early" : "Pending redemption",
            value: (
              <>
                <span>{pendingRedemptionLabel(redemption)}</span>
                {redemption.canCancel && (
                  <CancelRedemption investmentId={investment._id} redemption={redemption} />
                )}
              </>
            ),
          })),
          ...(BigInt(due) > 0n ? [{ label: "Due to you", value: formatKobo(BigInt(due)) }] : []),
          ...(BigInt(taxWithheld) > 0n
            ? [{ label: "Tax withheld to date", value: formatKobo(BigInt(taxWithheld)) }]
            : []),
          ...(BigInt(toReturn) > 0n
            ? [{ label: "Refund due to you", value: formatKobo(BigInt(toReturn)) }]
            : []),
          ...[renews, renewedBy].flatMap((linked, index) =>
            linked
              ? [
                  {
                    label: index === 0 ? "Reinvested from" : "Reinvested in",
                    value: (
                      <TextLink href={paths.dashboardInvestment(linked._id)}>{linked.reference}</TextLink>
                    ),
                  },
                ]
              : [],
          ),
          { label: "Next step", value: isChecking ? "Nothing to do" : nextStep(investment) },
        ]}
      />
    </Card>
  );
}

/** Shows what an investor can do with an active investment. */
function Actions({ investment, offer }: { investment: InvestmentDto; offer: PlanOffer | null }) {
  const { _id, terms, startOn, maturityOn, reinvestment, pendingRedemptions } = investment;
  const left = pendingRedemptions.reduce(
    (sum, redemption) => sum - BigInt(redemption.amount),
    BigInt(investment.principal),
  );
  const today = lagosDay();
  const canChoose = maturityOn !== null && today < maturityOn && left > 0n;
  return (
    <>
      {terms.earlyRedemption && canChoose && redemptionDay(toTerms(terms), startOn!, today) < maturityOn && (
        <Card className="print:hidden">
          <CardHeading title="Redeem early">
            {`The charge is ${formatRate(terms.earlyRedemption.charge)} of the redeemed amount. ${
              terms.return.kind === "fixed"
                ? "You also receive the accrued return."
                : "It takes effect on the last day of the period, with the return or the loss that is declared for the period."
            }`}
          </CardHeading>
          <div className="mt-5">
            <RedeemInvestment id={_id} />
          </div>
        </Card>
      )}
      {canChoose && (
        <Card className="print:hidden">
          <CardHeading title="At maturity">
            {`You can change this until the day before the tenor ends.${offer ? "" : " This plan does not accept new investments at the moment."}`}
          </CardHeading>
          <div className="mt-5">
            <AtMaturity
              id={_id}
              present={reinvestment}
              offer={
                offer && {
                  version: offer.plan.version,
                  termsHash: offer.termsHash,
                  riskText: offer.plan.terms.riskText,
                  termsText: offer.plan.terms.termsText,
                }
              }
            />
          </div>
        </Card>
      )}
    </>
  );
}

function Entries({ investment: { entries } }: { investment: InvestmentDto }) {
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions" className="mb-4 text-lg font-semibold">
        Transactions
      </h2>
      {entries.length > 0 ? (
        <DataTable
          label="Transactions"
          columns={columns}
          rows={entries}
          rowKey={({ _id }) => _id}
          stale={false}
        />
      ) : (
        <p className="leading-7 text-muted">
          Receipts and returns appear here. We have not received any money for this investment yet.
        </p>
      )}
    </section>
  );
}

interface PaymentScheduleProps {
  investment: InvestmentDto;
  options: ScheduleOptions;
}

function PaymentSchedule({ investment, options }: PaymentScheduleProps) {
  const { startOn, terms, amount } = investment;
  const today = lagosDay();
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule" className="mb-4 text-lg font-semibold">
        Schedule
      </h2>
      <ScheduleDetails
        terms={toTerms(terms)}
        amount={BigInt(amount)}
        start={startOn ?? today}
        options={options}
        note={
          startOn
            ? `Calculated from ${formatDate(startOn)}. Tax is withheld at the rates announced so far.`
            : ifToday(today)
        }
      />
    </section>
  );
}
