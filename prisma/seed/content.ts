import type { Prisma } from "@/lib/db/client";
import type { PlanContent } from "@/lib/plans/schema";
import type { TermsDto } from "@/lib/plans/terms-schema";

/** Sample plans and slides of the demo. Returns are in basis points per year; those of a range are targets, not promises. */
const terms = (
  minimumNaira: number,
  tenorMonths: number,
  [low, high]: readonly [number, number],
  payout: TermsDto["payout"],
  riskText: string,
): TermsDto => ({
  minimum: `${minimumNaira}00`,
  step: "1000000",
  capacity: null,
  tenor: { unit: "months", count: tenorMonths },
  return: { kind: "declared", low, high },
  dayCount: "actual/365",
  payout,
  earlyRedemption: null,
  fee: 0,
  withholdingTax: 1_000,
  riskText,
  termsText:
    "We declare the return of each period after it has ended. It can be lower than the target, nothing, or a loss.\nYou get the agreement as a PDF as soon as you accept these terms, before you pay.",
});

export const plans: (PlanContent & { slug: string })[] = [
  {
    slug: "agriculture-growth",
    name: "Agriculture Growth",
    summary: "Working capital for farms and food processors for one planting season.",
    description:
      "The plan funds supplies, storage and processing for small and medium-sized farming businesses. We release the money in stages as goods are delivered. It is repaid after the harvest is sold.",
    risk: "Medium",
    terms: terms(
      250_000,
      12,
      [1_400, 1_800],
      "maturity",
      "A bad harvest, lower prices or a borrower who does not pay can lower the return, or cost some of your money.",
    ),
  },
  {
    slug: "healthcare-access",
    name: "Healthcare Access",
    summary: "Equipment and expansion for clinics, pharmacies and diagnostic centres.",
    description:
      "The plan pays for equipment that can earn from the day it is installed. The plan owns each item until it is paid off.",
    risk: "Medium",
    terms: terms(
      500_000,
      18,
      [1_300, 1_600],
      "quarterly",
      "A clinic may earn less than it expects, and pay late or not at all. Used equipment sells for less than it cost.",
    ),
  },
  {
    slug: "real-estate-income",
    name: "Real Estate Income",
    summary: "A share of the rent from completed, occupied property.",
    description:
      "The plan owns completed homes and commercial buildings that already have tenants. It shares the rent among its investors.",
    risk: "Low to medium",
    terms: terms(
      1_000_000,
      36,
      [900, 1_200],
      "quarterly",
      "Homes can stand empty and can lose value. Property takes long to sell, so money may return late.",
    ),
  },
  {
    slug: "startup-equity",
    name: "Startup Equity",
    summary: "Shares in a range of young Nigerian companies, held until they are sold or listed.",
    description:
      "The plan buys shares in young companies after due diligence. Some of them will fail. The plan spreads its money across many companies so that it does not depend on one.",
    risk: "High",
    terms: terms(
      2_000_000,
      60,
      [0, 3_000],
      "maturity",
      "Most young companies fail. You can lose all of the money that you invest, and it can take years until shares can be sold.",
    ),
  },
  {
    slug: "asset-financing",
    name: "Asset Financing",
    summary: "Vehicles and machines leased to businesses that use them to earn.",
    description:
      "The plan buys vehicles and machines and leases them to businesses. The lease payments fund the return, and the assets are the security.",
    risk: "Medium",
    terms: terms(
      300_000,
      24,
      [1_200, 1_500],
      "monthly",
      "A business may stop paying for what it leases. Vehicles and machines lose value while they are used.",
    ),
  },
  {
    slug: "fixed-income",
    name: "Fixed Income",
    summary: "Short-term notes with a fixed repayment date.",
    description: "The plan lends money for a short, fixed time to borrowers we have lent to before.",
    risk: "Low",
    terms: {
      ...terms(
        100_000,
        6,
        [1_100, 1_100],
        "monthly",
        "A borrower may pay late or not at all. The plan spreads its loans, but you can lose some of your money.",
      ),
      return: { kind: "fixed", rate: 1_100 },
      earlyRedemption: { fromDay: 30, charge: 100 },
      termsText:
        "The return is fixed and paid every month. From day 30 on you can redeem early for a charge.\nYou get the agreement as a PDF as soon as you accept these terms, before you pay.",
    },
  },
];

export const carousel: Prisma.CarouselItemCreateManyInput[] = [
  { title: "Capital for companies that build", description: "Funding for Nigerian startups, from the very first cheque.", image: "/carousel/build.svg", link: "/asset-financing" },
  { title: "Invest with your eyes open", description: "See the tenor, the risk and how each plan pays before you invest.", image: "/carousel/invest.svg", link: "/plans" },
  { title: "Verify once, invest in any plan", description: "Four short steps, all on your phone.", image: "/carousel/verify.svg", link: "/register" },
  { title: "Funding the next harvest", description: "Working capital for farms, one season at a time.", image: "/carousel/harvest.svg", link: "/plans" },
  { title: "Machines that earn their keep", description: "Lease the equipment your business needs to grow.", image: "/carousel/machines.svg", link: "/asset-financing" },
  { title: "Talk to an advisor", description: "Ask before you invest. We will contact you within 24 hours.", image: "/carousel/advisor.svg", link: "/contact" },
].map((slide, position) => ({ ...slide, position })); // oxfmt-ignore
