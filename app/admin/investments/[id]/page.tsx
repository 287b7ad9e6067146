import type { Metadata } from "next";
import * as z from "zod";
import { ActList } from "@/components/admin/acts/act-list";
import { CancelAndRefund } from "@/components/admin/bank/cancel-and-refund";
import { PayoutStop } from "@/components/admin/payouts/payout-stop";
import { EndInvestment } from "@/components/admin/investments/end-investment";
import { Postings } from "@/components/admin/ledger/postings";
import { ReportButton } from "@/components/admin/suspicions/report-button";
import { PdfButton } from "@/components/investments/pdf-list";
import { InvestmentStateBadge } from "@/components/investments/investment-state";
import { pendingRedemptionLabel } from "@/components/investments/investment-words";
import { ifToday } from "@/components/plans/plan-words";
import { ScheduleDetails } from "@/components/plans/schedule-details";
import { DescriptionList, Card, PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { listActs } from "@/lib/acts/queries";
import { reasonLabel } from "@/lib/acts/reason-labels";
import type { ActDto } from "@/lib/acts/schema";
import { lagosDay } from "@/lib/dates";
import { notFound } from "@/lib/errors";
import { getInvestmentLedger } from "@/lib/investments/ledger-queries";
import { readScheduleOptions } from "@/lib/investments/queries";
import { formatKobo } from "@/lib/money";
import { readStops } from "@/lib/payouts/stops";
import { toTerms } from "@/lib/plans/terms-schema";
import { can } from "@/lib/rights";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../../page-access";

export const metadata: Metadata = { title: "Investment" };

/** Returns who ended an investment, when and why. */
const endLabel = ({ at, actor, confirmedBy, reason }: ActDto): string =>
  [
    `${formatDateTime(at)} by ${actor?.name ?? "a deleted user"}`,
    `confirmed by ${confirmedBy?.name ?? "a deleted user"}`,
    reasonLabel(reason ?? ""),
  ].join(", ");

export default async function AdminInvestmentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: pathId } = await params;
  const viewer = await requireViewer(paths.adminInvestment(pathId));
  const id = z.uuid().toLowerCase().safeParse(pathId);
  if (!id.success) throw notFound();
  const investment = await getInvestmentLedger(viewer, id.data);
  const { startOn, maturityOn, investor, postings, pendingRedemptions } = investment;
  const { acts } = await listActs({ kind: "end", about: id.data, limit: 1 });
  const end = acts.find(({ undoneAt }) => undoneAt === null);
  const options = await readScheduleOptions(investor._id, id.data);
  const stop = (await readStops([investor._id])).get(investor._id) ?? null;
  const today = lagosDay();
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6">
      <PageHeading
        title={<span translate="no">{investment.reference}</span>}
        aside={
          <div className="flex flex-wrap items-center gap-4">
            <PdfButton
              link={{ kind: "agreement", id: id.data, name: `agreement-${investment.reference}.pdf` }}
              label="Download the agreement"
            >
              Agreement
            </PdfButton>
            <ReportButton
              thing="investment"
              thingId={id.data}
              about={`the investment ${investment.reference}`}
            />
            <TextLink href={paths.adminInvestments()} className="inline-flex min-h-11 items-center">
              All investments
            </TextLink>
          </div>
        }
      >
        <InvestmentStateBadge state={investment.state} />
      </PageHeading>
      <Card>
        <DescriptionList
          items={[
            {
              label: "Investor",
              value: <TextLink href={paths.adminVerificationUser(investor._id)}>{investor.name}</TextLink>,
            },
            {
              label: "Payouts",
              value:
                stop || can(viewer, "money.act") ? (
                  <span className="grid justify-items-start gap-1">
                    <PayoutStop investor={investor} stop={stop} />
                  </span>
                ) : (
                  "Not stopped"
                ),
            },
            { label: "Plan", value: `${investment.planName}, version ${investment.version}` },
            { label: "Amount", value: formatKobo(BigInt(investment.amount)) },
            { label: "Requested", value: formatDateTime(investment.requestedAt) },
            ...(startOn ? [{ label: "Started", value: formatDate(startOn) }] : []),
            ...(maturityOn ? [{ label: "Tenor ends", value: formatDate(maturityOn) }] : []),
            ...(end
              ? [{ label: investment.state === "ended" ? "Ended" : "End decided", value: endLabel(end) }]
              : []),
            ...pendingRedemptions.map((redemption) => ({
              label: redemption.isEnd ? "Ends early" : "Pending redemption",
              value: pendingRedemptionLabel(redemption),
            })),
          ]}
        />
      </Card>
      {investment.state === "requested" && investment.received !== "0" && (
        <CancelAndRefund investment={investment} />
      )}
      {investment.state === "active" && !pendingRedemptions.some(({ isEnd }) => isEnd) && (
        <EndInvestment investment={investment} />
      )}
      <section aria-labelledby="postings">
        <h2 id="postings" className="mb-4 text-lg font-semibold">
          Postings
        </h2>
        {postings.length > 0 ? (
          <Postings label="Postings" postings={postings} of="investment" />
        ) : (
          <p className="leading-7 text-muted">Postings appear here once money has been received.</p>
        )}
      </section>
      <section aria-labelledby="acts">
        <h2 id="acts" className="mb-4 text-lg font-semibold">
          Acts
        </h2>
        <ActList about={id.data} />
      </section>
      <section aria-labelledby="schedule">
        <h2 id="schedule" className="mb-4 text-lg font-semibold">
          Schedule
        </h2>
        <ScheduleDetails
          terms={toTerms(investment.terms)}
          amount={BigInt(investment.amount)}
          start={startOn ?? today}
          options={options}
          note={startOn ? `Calculated from ${formatDate(startOn)}.` : ifToday(today)}
        />
      </section>
    </div>
  );
}
