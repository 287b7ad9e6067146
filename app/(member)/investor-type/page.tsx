import type { Metadata } from "next";
import { InvestorTypeChoice } from "@/components/verification/investor-type";
import { requireUser } from "@/app/page-access";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Investor type" };

export default async function InvestorTypePage() {
  await requireUser(paths.investorType());
  return <InvestorTypeChoice />;
}
