import type { Metadata } from "next";
import { requireUser } from "@/app/page-access";
import { InvestorTypeChoice } from "@/components/onboarding/investor-type";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investor type" };

export default async function InvestorTypePage() {
  await requireUser(paths.investorType());
  return <InvestorTypeChoice />;
}
