import { ChartLine } from "lucide-react";
import type { Metadata } from "next";
import * as z from "zod";
import { requireViewer } from "@/app/page-access";
import { OwnMoneyTable } from "@/components/investments/own-money";
import { InvestmentTable } from "@/components/investments/investment-table";
import { Portfolio } from "@/components/investments/portfolio";
import { PlanGrid } from "@/components/plans/plan-card";
import { PageHeading } from "@/components/ui/card";
import { CursorLinks } from "@/components/ui/cursor-links";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { readPortfolio } from "@/lib/investments/portfolio";
import { listInvestments } from "@/lib/investments/queries";
import { readOwnMoney } from "@/lib/payouts/own-money";
import { listOpenPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investments" };

const LIMIT = 20;

interface Props {
  searchParams: Promise<{ after?: string | string[] }>;
}

export default async function DashboardInvestmentsPage({ searchParams }: Props) {
  const { userId } = await requireViewer(paths.dashboardInvestments());
  const after = z.uuid().safeParse((await searchParams).after).data;
  const [{ investments, next }, plans, portfolio, money] = await Promise.all([
    listInvestments(userId, { limit: LIMIT, after }),
    listOpenPlans(),
    after ? null : readPortfolio(userId),
    readOwnMoney(userId),
  ]);
  const checking = new Set(
    money.flatMap(({ kind, investment }) => (kind === "checking" && investment ? [investment.id] : [])),
  );
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title="Investments">Your investments, and the plans you can choose from.</PageHeading>
      {portfolio && investments.some(({ startOn }) => startOn) && <Portfolio portfolio={portfolio} />}
      {portfolio && (investments.some(({ startOn }) => startOn) || money.length > 0) && (
        <section aria-labelledby="money" className="min-w-0">
          <h2 id="money" className="mb-4 text-lg font-semibold">
            Due, on its way and waiting
          </h2>
          <OwnMoneyTable money={money} />
        </section>
      )}
      {investments.length > 0 ? (
        <section aria-labelledby="investments" className="grid min-w-0 gap-4">
          <h2 id="investments" className="text-lg font-semibold">
            Your investments
          </h2>
          <InvestmentTable investments={investments} checking={checking} />
          <CursorLinks
            what="investments"
            newest={after ? paths.dashboardInvestments() : null}
            older={next ? paths.dashboardInvestments({ after: next }) : null}
          />
        </section>
      ) : (
        <EmptyState
          icon={<ChartLine className="size-6" />}
          title="No investments yet"
          action={
            plans.length > 0 ? (
              <LinkButton href="#plans">Compare plans</LinkButton>
            ) : (
              <LinkButton href={paths.contact()}>Talk to an advisor</LinkButton>
            )
          }
        >
          Choose a plan to invest in. If you have questions first, ask an advisor.
        </EmptyState>
      )}
      {plans.length > 0 && (
        <section aria-labelledby="plans">
          <h2 id="plans" className="mb-4 scroll-mt-24 text-lg font-semibold">
            Available plans
          </h2>
          <PlanGrid plans={plans} className="grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3" />
        </section>
      )}
    </div>
  );
}
