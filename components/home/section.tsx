import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface SectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  className?: string;
  id: string;
}

/** A band of a public page with its heading. */
export function Section({ title, intro, children, className, id }: SectionProps) {
  return (
    <section aria-labelledby={id} className={cn("border-t border-line", className)}>
      <div className="page-width py-14 sm:py-20">
        <div className="max-w-2xl">
          <h2 id={id} className="text-2xl leading-8 font-semibold sm:text-3xl sm:leading-10">
            {title}
          </h2>
          {intro && <p className="mt-3 text-lg leading-8 text-muted">{intro}</p>}
        </div>
        <div className="mt-10">{children}</div>
      </div>
    </section>
  );
}

/** The head of a public page other than the home page. */
export function PublicHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-width pt-12 pb-10 sm:pt-20 sm:pb-14">
      <h1 className="max-w-3xl text-[2rem] leading-[1.15] font-semibold tracking-[-0.025em] sm:text-[2.75rem]">
        {title}
      </h1>
      <div className="mt-5 measure text-lg leading-8 text-muted">{children}</div>
    </div>
  );
}
