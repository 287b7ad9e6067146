"use client";

import { Briefcase, ChartLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSession } from "@/components/session/session-provider";
import { paths } from "@/lib/routes/paths";
import { ChoiceCard } from "./choice-card";
import { ContactTeam, type Support } from "./contact-dialog";

type Choice = "investor" | "startup";

export function ChooseProfile({ support }: { support: Support }) {
  const { setRole } = useSession();
  const router = useRouter();
  const [chosen, setChosen] = useState<Choice | null>(null);

  const choose = async (role: Choice) => {
    setChosen(role);
    try {
      await setRole(role);
      router.replace(role === "investor" ? paths.investorType() : paths.applyForFunding());
    } catch (error) {
      // Only logged (product 2.3). Looking again leads on whoever chose in another tab.
      console.error("The profile could not be saved", error);
      setChosen(null);
      router.refresh();
    }
  };

  return (
    <div className="mx-auto w-full max-w-3xl py-4 sm:py-10">
      <h1 className="text-center text-2xl leading-8 font-semibold sm:text-[2rem] sm:leading-10">
        What brings you to the product?
      </h1>
      <p className="mt-3 text-center text-balance text-muted">
        Choose one. It decides what we ask you for next.
      </p>
      <div className="mt-8 grid gap-4 sm:mt-10 sm:grid-cols-2 sm:gap-5">
        <ChoiceCard
          icon={<ChartLine className="size-6" />}
          title="I want to invest"
          action="Become an Investor"
          busy={chosen === "investor"}
          disabled={chosen !== null}
          onChoose={() => void choose("investor")}
        >
          Invest your own or your company&apos;s money in plans that are open about risk.
        </ChoiceCard>
        <ChoiceCard
          icon={<Briefcase className="size-6" />}
          title="I need funding"
          action="Apply for Funding"
          busy={chosen === "startup"}
          disabled={chosen !== null}
          onChoose={() => void choose("startup")}
        >
          Apply with your ID document and bank details, and see where your application stands.
        </ChoiceCard>
      </div>
      <p className="mt-8 text-center text-muted">
        Not sure? <ContactTeam support={support} />
      </p>
    </div>
  );
}
