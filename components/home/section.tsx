import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface SectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  className?: string;
  id: string;
}

/** Shows a full-width section of a public page. */
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

/** Shows the title and introduction of a public page other than the home page. */
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

/** Shows questions and short answers, in two columns from 768 px on. */
export function Points({ items }: { items: readonly { title: string; text: ReactNode }[] }) {
  return (
    <div className="grid gap-x-12 gap-y-9 md:grid-cols-2">
      {items.map((item) => (
        <div key={item.title}>
          <h3 className="text-lg font-semibold">{item.title}</h3>
          <p className="mt-2 leading-7 text-muted">{item.text}</p>
        </div>
      ))}
    </div>
  );
}

/** Shows numbered steps, side by side where there is room. */
export function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol
      className={cn(
        "grid gap-8 md:gap-10",
        steps.length === 4 ? "sm:grid-cols-2 lg:grid-cols-4" : "md:grid-cols-3",
      )}
    >
      {steps.map((step, index) => (
        <li key={step.title} className="border-t-2 border-accent pt-5">
          <span className="text-sm font-medium text-accent figures">{`Step ${index + 1}`}</span>
          <h3 className="mt-2 text-lg font-semibold">{step.title}</h3>
          <p className="mt-2 leading-7 text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
