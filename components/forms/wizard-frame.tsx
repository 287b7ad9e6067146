"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ProgressBar } from "@/components/ui/progress";
import type { Step } from "@/lib/forms/definition";

interface WizardFrameProps {
  title: string;
  intro?: ReactNode;
  steps: readonly Step[];
  current: number;
  /** Called by the list of steps, which offers the completed ones. */
  onBack: (step: number) => void;
  /** Shown above the step: a rejection or an error. */
  notice?: ReactNode;
  /** Shown above the buttons and always visible. */
  question?: ReactNode;
  actions: ReactNode;
  children: ReactNode;
  locked?: boolean;
}

/** A form in steps: a list of the steps on wide screens, a progress bar with 'Step N of 4: name' on phones, and the actions below. */
export function WizardFrame({
  title,
  intro,
  steps,
  current,
  onBack,
  notice,
  question,
  actions,
  children,
  locked = false,
}: WizardFrameProps) {
  const step = steps[current];
  const percent = ((current + 1) / steps.length) * 100;
  const position = `Step ${current + 1} of ${steps.length}: ${step?.title ?? ""}`;

  return (
    <div data-wizard className="mx-auto w-full max-w-5xl">
      <header className="max-w-2xl">
        <h1 className="text-2xl leading-8 font-semibold sm:text-[1.75rem] sm:leading-9">{title}</h1>
        {intro && <div className="mt-2 leading-7 text-muted">{intro}</div>}
      </header>

      <div className="sticky top-(--header-height) z-10 -mx-4 mt-5 border-b border-line bg-canvas px-4 py-3 sm:-mx-6 sm:px-6 lg:static lg:mx-0 lg:mt-8 lg:border-0 lg:p-0">
        <p className="mb-2 text-sm font-medium lg:hidden">{position}</p>
        <ProgressBar value={percent} label={`Progress: ${position}`} />
      </div>
      {/* The position is announced when the step changes. */}
      <p aria-live="polite" className="sr-only">
        {position}
      </p>

      <div className="mt-6 gap-10 lg:mt-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="Steps" className="hidden lg:block">
          <ol className="sticky top-24 -ml-3 grid gap-1">
            {steps.map((entry, index) => (
              <li key={entry.title}>
                <RailStep
                  entry={entry}
                  number={index + 1}
                  state={index < current ? "done" : index === current ? "current" : "ahead"}
                  onPress={index < current && !locked ? () => onBack(index) : undefined}
                />
              </li>
            ))}
          </ol>
        </nav>

        <div className="min-w-0">
          {notice}
          <section
            aria-labelledby="wizard-step"
            className={cn("animate-rise", notice ? "mt-6" : undefined)}
            key={current}
          >
            <h2 id="wizard-step" tabIndex={-1} className="text-xl font-semibold outline-none">
              {step?.title}
            </h2>
            {step?.subtitle && <p className="mt-1 text-muted">{step.subtitle}</p>}
            <div className="mt-6">{children}</div>
          </section>
          <div className="sticky bottom-0 z-10 -mx-4 mt-8 border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 lg:py-4">
            <div aria-live="polite">{question}</div>
            {actions}
          </div>
        </div>
      </div>
    </div>
  );
}

interface RailStepProps {
  entry: Step;
  number: number;
  state: "done" | "current" | "ahead";
  onPress: (() => void) | undefined;
}

function RailStep({ entry, number, state, onPress }: RailStepProps) {
  const body = (
    <>
      <span
        aria-hidden
        className={cn(
          "mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-sm font-medium figures",
          state === "done" && "bg-accent text-on-accent",
          state === "current" && "bg-accent-soft text-accent-strong ring-2 ring-accent",
          state === "ahead" && "border border-line-strong text-muted",
        )}
      >
        {state === "done" ? <Check className="size-4" /> : number}
      </span>
      <span>
        <span className={cn("block text-[0.9375rem]", state === "ahead" ? "text-muted" : "font-medium")}>
          {entry.title}
        </span>
        {entry.subtitle && <span className="block text-sm text-muted">{entry.subtitle}</span>}
        {state === "done" && <span className="sr-only">Done. Go back to this step.</span>}
      </span>
    </>
  );
  const layout = "flex w-full items-start gap-3 rounded-control px-3 py-2.5 text-left";
  return onPress ? (
    <button type="button" onClick={onPress} className={cn(layout, "transition-colors hover:bg-sunken")}>
      {body}
    </button>
  ) : (
    <span className={layout} aria-current={state === "current" ? "step" : undefined}>
      {body}
    </span>
  );
}
