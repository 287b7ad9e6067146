import type { Prisma } from "@/lib/db/client";

/** Sample plans and slides of the demo. Amounts in kobo, returns in basis points a year; targets, never promises. */
const naira = (amount: number) => BigInt(amount) * 100n;

export const plans: Prisma.PlanCreateManyInput[] = [
  {
    id: "agriculture-growth",
    name: "Agriculture Growth",
    summary: "Working capital for farms and food processors across one planting season.",
    description:
      "The plan funds inputs, storage and processing for small and mid-sized agricultural businesses. Money is released in stages against delivery, and repaid after the harvest is sold.",
    minimumKobo: naira(250_000),
    tenorMonths: 12,
    targetReturnLow: 1_400,
    targetReturnHigh: 1_800,
    risk: "Medium",
    payout: "Capital and return at the end of the term",
    position: 1,
  },
  {
    id: "healthcare-access",
    name: "Healthcare Access",
    summary: "Equipment and expansion for clinics, pharmacies and diagnostics.",
    description:
      "The plan finances equipment that earns from the day it is installed. Each asset stays the property of the plan until it is paid for.",
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
    summary: "A share of rent from finished, let property.",
    description:
      "The plan holds finished residential and commercial property with tenants in place and shares the rent among its investors.",
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
    summary: "A spread of early Nigerian companies, held until they are sold or listed.",
    description:
      "The plan buys shares in young companies after due diligence. Some will fail; the plan spreads money over many so that no single one decides the result.",
    minimumKobo: naira(2_000_000),
    tenorMonths: 60,
    targetReturnLow: 0,
    targetReturnHigh: 3_000,
    risk: "High",
    payout: "When holdings are sold",
    position: 4,
  },
  {
    id: "asset-financing",
    name: "Asset Financing",
    summary: "Vehicles and machines leased to businesses that earn with them.",
    description:
      "The plan buys the asset and leases it out. The lease pays the return, and the asset itself is the security.",
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
    summary: "Short notes for people who want to know their date.",
    description:
      "The plan holds short-dated notes of issuers we have lent to before, with a fixed date of repayment.",
    minimumKobo: naira(100_000),
    tenorMonths: 6,
    targetReturnLow: 1_000,
    targetReturnHigh: 1_150,
    risk: "Low",
    payout: "At the end of the term",
    position: 6,
  },
];

export const carousel: Prisma.CarouselItemCreateManyInput[] = [
  { title: "Capital for companies that build", description: "Funding for Nigerian startups, from the first cheque on.", image: "/carousel/build.svg", link: "/asset-financing" },
  { title: "Invest with your eyes open", description: "Plans with their term, their risk and how they pay.", image: "/carousel/invest.svg", link: "/plans" },
  { title: "Verified once, ready for every plan", description: "Four steps, on your phone.", image: "/carousel/verify.svg", link: "/register" },
  { title: "From farm to table", description: "Working capital for one season at a time.", image: "/carousel/harvest.svg", link: "/plans" },
  { title: "Machines that pay for themselves", description: "Asset financing for growing businesses.", image: "/carousel/machines.svg", link: "/asset-financing" },
  { title: "Talk to an advisor", description: "Ask first. We call back within 24 hours.", image: "/carousel/advisor.svg", link: "/contact" },
].map((slide, position) => ({ ...slide, position })); // prettier-ignore
