import type { Metadata } from "next";
import { Carousel } from "@/components/home/carousel";
import { Closing } from "@/components/home/closing";
import { Hero } from "@/components/home/hero";
import { HowItWorks } from "@/components/home/how-it-works";
import { Organisation } from "@/components/home/organisation";
import { PlansTeaser } from "@/components/home/plans-teaser";
import { Trust } from "@/components/home/trust";
import { TwoWays } from "@/components/home/two-ways";
import { getCachedSlides } from "@/lib/carousel/slide-cache";
import { NoClientRuntime } from "@/components/layout/without-runtime";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { alternates: { canonical: paths.home() } };

/** The slides change without a build; who is looking is asked nowhere. */
export const dynamic = "force-dynamic";

export default async function HomePage() {
  return (
    <>
      <NoClientRuntime />
      <Organisation />
      <Hero />
      <Carousel slides={await getCachedSlides()} />
      <HowItWorks />
      <TwoWays />
      <Trust />
      <PlansTeaser />
      <Closing />
    </>
  );
}
