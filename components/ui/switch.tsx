"use client";

import { useId, type ReactNode } from "react";

interface SwitchProps {
  label: string;
  children?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that applies immediately; the whole line is clickable. */
export function Switch({ label, children, checked, onChange }: SwitchProps) {
  const helpId = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-start justify-between gap-6">
      <span className="min-w-0">
        <span className="block text-[0.9375rem] leading-6 font-medium">{label}</span>
        {children && (
          <span id={helpId} className="block text-[0.9375rem] leading-6 text-muted">
            {children}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={children ? helpId : undefined}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-150 before:absolute before:top-1/2 before:left-0.5 before:size-5.5 before:-translate-y-1/2 before:rounded-full before:bg-line-strong before:transition-transform before:duration-150 checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-on-accent forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:before:bg-[HighlightText]"
      />
    </label>
  );
}
