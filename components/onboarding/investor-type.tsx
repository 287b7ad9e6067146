"use client";

import { Building, UserRound } from "lucide-react";
import { useSession } from "@/components/auth/session-provider";
import { call } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import { onboarding } from "@/lib/onboarding/api";
import { paths } from "@/lib/routes/paths";
import { ChoicePage } from "./choice-page";

const choices = [
  {
    value: "personal",
    path: paths.investorVerification(),
    Icon: UserRound,
    title: "Personal Investor",
    text: "Invest as an individual, with your personal funds. Streamlined verification.",
    action: "Continue as an individual",
  },
  {
    value: "corporate",
    path: paths.corporateVerification(),
    Icon: Building,
    title: "Corporate Investor",
    text: "Invest on behalf of a company. Extra business documentation, corporate-level opportunities.",
    action: "Continue as a company",
  },
] as const;

export function InvestorTypeChoice() {
  const { user, setUser } = useSession();
  const save = async (type: "personal" | "corporate") => {
    if (!user) throw new Error(fallbacks.noUser);
    setUser((await call(onboarding.setInvestorType, { body: { type } })).data);
  };
  return (
    <ChoicePage
      title="How do you want to invest?"
      intro="This decides which documents we ask for."
      choices={choices}
      save={save}
    />
  );
}
