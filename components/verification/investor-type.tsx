"use client";

import { Building, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSession } from "@/components/session/session-provider";
import { paths } from "@/lib/routes/paths";
import { ChoiceCard } from "./choice-card";

type Choice = "personal" | "corporate";

export function InvestorTypeChoice() {
  const { setInvestorType } = useSession();
  const router = useRouter();
  const [chosen, setChosen] = useState<Choice | null>(null);

  const choose = async (type: Choice) => {
    setChosen(type);
    try {
      await setInvestorType(type);
      router.replace(type === "corporate" ? paths.corporateVerification() : paths.investorVerification());
    } catch (error) {
      // Only logged (product 2.4). Looking again leads on whoever chose in another tab.
      console.error("The investor type could not be saved", error);
      setChosen(null);
      router.refresh();
    }
  };

  return (
    <div className="mx-auto w-full max-w-3xl py-4 sm:py-10">
      <h1 className="text-center text-2xl leading-8 font-semibold sm:text-[2rem] sm:leading-10">
        How do you want to invest?
      </h1>
      <p className="mt-3 text-center text-muted">This decides which documents we ask for.</p>
      <div className="mt-8 grid gap-4 sm:mt-10 sm:grid-cols-2 sm:gap-5">
        <ChoiceCard
          icon={<UserRound className="size-6" />}
          title="Personal Investor"
          action="Continue as an individual"
          busy={chosen === "personal"}
          disabled={chosen !== null}
          onChoose={() => void choose("personal")}
        >
          Invest as an individual, with your personal funds. Streamlined verification.
        </ChoiceCard>
        <ChoiceCard
          icon={<Building className="size-6" />}
          title="Corporate Investor"
          action="Continue as a company"
          busy={chosen === "corporate"}
          disabled={chosen !== null}
          onChoose={() => void choose("corporate")}
        >
          Invest on behalf of a company. Extra business documentation, corporate-level opportunities.
        </ChoiceCard>
      </div>
    </div>
  );
}
