import { Closing } from "@/components/home/closing";
import { Hero } from "@/components/home/hero";
import { HowItWorks } from "@/components/home/how-it-works";
import { PlansTeaser } from "@/components/home/plans-teaser";
import { Trust } from "@/components/home/trust";
import { TwoWays } from "@/components/home/two-ways";

export default function HomePage() {
  return (
    <>
      <Hero />
      <HowItWorks />
      <TwoWays />
      <Trust />
      <PlansTeaser />
      <Closing />
    </>
  );
}
