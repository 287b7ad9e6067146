import { JoinLink } from "@/components/layout/account-link";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";
import { StepsPicture } from "./steps-picture";

export function Hero() {
  return (
    <section className="relative overflow-hidden">
      <div className="page-width grid items-center gap-12 py-14 sm:py-20 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-16 lg:py-28">
        <div>
          <h1 className="text-[2.25rem] leading-[1.1] font-semibold tracking-[-0.03em] sm:text-5xl lg:text-[3.5rem]">
            Grow a business. Back one that grows.
          </h1>
          <p className="mt-6 measure text-lg leading-8 text-muted">
            We connect Nigerian businesses that need funding with investors who want to know exactly who they
            are backing. Our team verifies everyone on both sides before any money changes hands.
          </p>
          <div className="mt-9 flex flex-col gap-3 sm:flex-row">
            <JoinLink size="lg" />
            <LinkButton href={paths.plans()} size="lg" variant="secondary">
              See investment plans
            </LinkButton>
          </div>
          <p className="mt-5 text-sm text-muted">
            It&apos;s free to register. Have your NIN and BVN ready when you verify.
          </p>
        </div>
        <StepsPicture />
      </div>
    </section>
  );
}
