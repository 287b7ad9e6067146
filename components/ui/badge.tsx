import { CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "info";

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent-strong",
  success: "bg-accent-soft text-accent-strong",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

const icons: Partial<Record<Tone, LucideIcon>> = {
  neutral: CircleDashed,
  success: CircleCheck,
  warning: Clock,
  danger: CircleX,
  info: Info,
};

interface BadgeProps {
  tone?: Tone;
  className?: string | undefined;
  children: ReactNode;
}

export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Shows a state by icon, word and colour. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone] ?? CircleAlert;
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-4" />
      <span className="contents">{children}</span>
    </Badge>
  );
}
