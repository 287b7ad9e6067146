import type { Prisma } from "@/lib/db/client";

/** Sample plans and slides of the demo. Amounts are in kobo, returns in basis points per year; they are targets, not promises. */
const naira = (amount: number) => BigInt(amount) * 100n;

export const plans: Prisma.PlanCreateManyInput[] = [
  {
    id: "agriculture-growth",
    name: "Agriculture Growth",
    summary: "Working capital for farms and food processors for one planting season.",
    description:
      "The plan funds supplies, storage and processing for small and medium-sized farming businesses. We release the money in stages as goods are delivered. It is repaid after the harvest is sold.",
    minimumKobo: naira(250_000),
    tenorMonths: 12,
    targetReturnLow: 1_400,
    targetReturnHigh: 1_800,
    risk: "Medium",
    payout: "Everything at the end of the tenor",
    position: 1,
  },
  {
    id: "healthcare-access",
    name: "Healthcare Access",
    summary: "Equipment and expansion for clinics, pharmacies and diagnostic centres.",
    description:
      "The plan pays for equipment that can earn from the day it is installed. The plan owns each item until it is paid off.",
    minimumKobo: naira(500_000),
    tenorMonths: 18,
    targetReturnLow: 1_300,
    targetReturnHigh: 1_600,
    risk: "Medium",
    payout: "Every quarter",
    position: 2,
  },
  {
    id: "real-estate-income",
    name: "Real Estate Income",
    summary: "A share of the rent from completed, occupied property.",
    description:
      "The plan owns completed homes and commercial buildings that already have tenants. It shares the rent among its investors.",
    minimumKobo: naira(1_000_000),
    tenorMonths: 36,
    targetReturnLow: 900,
    targetReturnHigh: 1_200,
    risk: "Low to medium",
    payout: "Twice a year",
    position: 3,
  },
  {
    id: "startup-equity",
    name: "Startup Equity",
    summary: "Shares in a range of young Nigerian companies, held until they are sold or listed.",
    description:
      "The plan buys shares in young companies after due diligence. Some of them will fail. The plan spreads its money across many companies so that it does not depend on one.",
    minimumKobo: naira(2_000_000),
    tenorMonths: 60,
    targetReturnLow: 0,
    targetReturnHigh: 3_000,
    risk: "High",
    payout: "When the plan sells its shares",
    position: 4,
  },
  {
    id: "asset-financing",
    name: "Asset Financing",
    summary: "Vehicles and machines leased to businesses that use them to earn.",
    description:
      "The plan buys vehicles and machines and leases them to businesses. The lease payments fund the return, and the assets are the security.",
    minimumKobo: naira(300_000),
    tenorMonths: 24,
    targetReturnLow: 1_200,
    targetReturnHigh: 1_500,
    risk: "Medium",
    payout: "Every month",
    position: 5,
  },
  {
    id: "fixed-income",
    name: "Fixed Income",
    summary: "Short-term notes with a fixed repayment date.",
    description: "The plan lends money for a short, fixed time to borrowers we have lent to before.",
    minimumKobo: naira(100_000),
    tenorMonths: 6,
    targetReturnLow: 1_000,
    targetReturnHigh: 1_150,
    risk: "Low",
    payout: "Everything at the end of the tenor",
    position: 6,
  },
];

export const carousel: Prisma.CarouselItemCreateManyInput[] = [
  { title: "Capital for companies that build", description: "Funding for Nigerian startups, from the very first cheque.", image: "/carousel/build.svg", link: "/asset-financing" },
  { title: "Invest with your eyes open", description: "See the tenor, the risk and how each plan pays before you invest.", image: "/carousel/invest.svg", link: "/plans" },
  { title: "Verify once, invest in any plan", description: "Four short steps, all on your phone.", image: "/carousel/verify.svg", link: "/register" },
  { title: "Funding the next harvest", description: "Working capital for farms, one season at a time.", image: "/carousel/harvest.svg", link: "/plans" },
  { title: "Machines that earn their keep", description: "Lease the equipment your business needs to grow.", image: "/carousel/machines.svg", link: "/asset-financing" },
  { title: "Talk to an advisor", description: "Ask before you invest. We will contact you within 24 hours.", image: "/carousel/advisor.svg", link: "/contact" },
].map((slide, position) => ({ ...slide, position })); // prettier-ignore
