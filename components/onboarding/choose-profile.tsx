"use client";

import { Briefcase, ChartLine } from "lucide-react";
import { useSession } from "@/components/auth/session-provider";
import { call } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";
import { paths } from "@/lib/routes/paths";
import { ChoicePage } from "./choice-page";
import { ContactTeam, type Support } from "./contact-dialog";

const choices = [
  {
    value: "investor",
    path: paths.investorType(),
    Icon: ChartLine,
    title: "I want to invest",
    text: "Invest your own or your company's money in plans that are open about risk.",
    action: "Become an Investor",
  },
  {
    value: "startup",
    path: paths.applyForFunding(),
    Icon: Briefcase,
    title: "I need funding",
    text: "Apply with your ID document and bank details, and see where your application stands.",
    action: "Apply for Funding",
  },
] as const;

export function ChooseProfile({ support }: { support: Support }) {
  const { setUser } = useSession();
  return (
    <ChoicePage
      title="What brings you to the product?"
      intro="Choose one. Your choice decides what we ask for next."
      choices={choices}
      save={async (role) => setUser((await call(onboarding.setRole, { body: { role } })).data)}
    >
      <p className="mt-8 text-center text-muted">
        Not sure? <ContactTeam support={support} />
      </p>
    </ChoicePage>
  );
}
