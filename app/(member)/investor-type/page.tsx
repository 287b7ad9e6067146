import type { Metadata } from "next";
import { InvestorTypeChoice } from "@/components/verification/investor-type";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investor type" };

export default async function InvestorTypePage() {
  await requirePage(paths.investorType());
  return <InvestorTypeChoice />;
}
