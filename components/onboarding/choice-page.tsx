"use client";

import { ArrowRight, type LucideIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

interface Choice<Value> {
  value: Value;
  /** The next page. */
  path: string;
  Icon: LucideIcon;
  title: string;
  text: string;
  action: string;
}

interface ChoicePageProps<Value> {
  title: string;
  intro: string;
  choices: readonly Choice<Value>[];
  save: (value: Value) => Promise<unknown>;
  children?: ReactNode;
}

/** Offers a choice between cards, each of which is one button. */
export function ChoicePage<Value>({ title, intro, choices, save, children }: ChoicePageProps<Value>) {
  const router = useRouter();
  const [chosen, setChosen] = useState<Choice<Value> | null>(null);
  const choose = async (choice: Choice<Value>) => {
    setChosen(choice);
    try {
      await save(choice.value);
      router.replace(choice.path);
    } catch (error) {
      // The failure is only logged (product 2.3, 2.4). If a choice was made in another tab, the refreshed page redirects.
      console.error("The choice could not be saved", error);
      setChosen(null);
      router.refresh();
    }
  };

  return (
    <div className="mx-auto w-full max-w-3xl py-4 sm:py-10">
      <h1 className="text-center text-2xl leading-8 font-semibold sm:text-[2rem] sm:leading-10">{title}</h1>
      <p className="mt-3 text-center text-balance text-muted">{intro}</p>
      <div className="mt-8 grid gap-4 sm:mt-10 sm:grid-cols-2 sm:gap-5">
        {choices.map((choice) => {
          const isBusy = chosen?.value === choice.value;
          return (
            <button
              key={choice.title}
              type="button"
              onClick={() => {
                if (!chosen) void choose(choice);
              }}
              aria-disabled={!!chosen || undefined}
              aria-busy={isBusy || undefined}
              className={cn(
                "group flex h-full flex-col rounded-2xl border border-line-strong bg-surface p-6 text-left transition-colors duration-150 sm:p-7",
                chosen && !isBusy ? "opacity-60" : "hover:border-accent hover:bg-accent-soft",
                isBusy && "border-accent bg-accent-soft",
              )}
            >
              <span
                aria-hidden
                className="grid size-12 place-items-center rounded-card bg-accent-soft text-accent transition-colors group-hover:bg-surface"
              >
                <choice.Icon className="size-6" />
              </span>
              <span className="mt-5 block text-lg font-semibold">{choice.title}</span>
              <span className="mt-2 block leading-7 text-muted">{choice.text}</span>
              <span className="mt-auto flex items-center gap-2 pt-6 font-medium text-accent">
                <span>{choice.action}</span>
                {isBusy ? (
                  <Spinner className="size-4" />
                ) : (
                  <ArrowRight
                    aria-hidden
                    className="size-4 transition-transform duration-150 group-hover:translate-x-0.5"
                  />
                )}
              </span>
            </button>
          );
        })}
      </div>
      {children}
    </div>
  );
}
