import { cn } from "./cn";

interface ProgressBarProps {
  /** The progress from 0 to 100. */
  value: number;
  label: string;
  className?: string;
}

export function ProgressBar({ value, label, className }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("h-1.5 overflow-hidden rounded-full bg-line forced-colors:border", className)}
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-200 ease-out forced-colors:bg-[Highlight]"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
