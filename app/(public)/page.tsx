import type { Metadata } from "next";
import { Carousel } from "@/components/home/carousel";
import { Closing } from "@/components/home/closing";
import { Hero } from "@/components/home/hero";
import { HowItWorks, PlansTeaser, Trust, TwoWays } from "@/components/home/home-sections";
import { Organisation } from "@/components/home/organisation";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { getCachedSlides } from "@/lib/carousel/queries";
import { getFeaturedPlans } from "@/lib/plans/queries";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { alternates: { canonical: paths.home() } };

/** Slides and plans change without a build; the page is the same for all visitors. */
export const dynamic = "force-dynamic";

export default async function HomePage() {
  const [slides, plans] = await Promise.all([getCachedSlides(), getFeaturedPlans()]);
  return (
    <>
      <NoClientRuntime />
      <Organisation />
      <Hero />
      <Carousel slides={slides} />
      <HowItWorks />
      <TwoWays />
      <Trust />
      <PlansTeaser plans={plans} />
      <Closing />
    </>
  );
}
