"use client";

import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

interface ChoiceCardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** The words of the way on, at the foot of the card. */
  action: string;
  onChoose: () => void;
  busy: boolean;
  disabled: boolean;
}

/** One of two ways, the whole card to press. */
export function ChoiceCard({ icon, title, children, action, onChoose, busy, disabled }: ChoiceCardProps) {
  return (
    <button
      type="button"
      onClick={() => {
        if (!disabled) onChoose();
      }}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      className={cn(
        "group flex h-full flex-col rounded-2xl border border-line-strong bg-surface p-6 text-left transition-colors duration-150 sm:p-7",
        disabled && !busy ? "opacity-60" : "hover:border-accent hover:bg-accent-soft",
        busy && "border-accent bg-accent-soft",
      )}
    >
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-card bg-accent-soft text-accent transition-colors group-hover:bg-surface"
      >
        {icon}
      </span>
      <span className="mt-5 block text-lg font-semibold">{title}</span>
      <span className="mt-2 block leading-7 text-muted">{children}</span>
      <span className="mt-auto flex items-center gap-2 pt-6 font-medium text-accent">
        {action}
        {busy ? (
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
}
