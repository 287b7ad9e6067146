import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export function Checkbox({ label, className, ...rest }: ComponentProps<"input"> & { label: ReactNode }) {
  return (
    <label className={cn("flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]", className)}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer size-5 cursor-pointer appearance-none rounded-md border border-line-strong bg-surface checked:border-accent checked:bg-accent"
          {...rest}
        />
        <Check
          aria-hidden
          className="pointer-events-none absolute size-3.5 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{label}</span>
    </label>
  );
}

export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  description?: string;
}

interface RadioCardsProps<Value extends string> {
  name: string;
  value: Value | null | undefined;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  onBlur?: () => void;
  id?: string;
  disabled?: boolean;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-labelledby"?: string | undefined;
}

/** Radio buttons as cards. Native, so that the arrow keys work. */
export function RadioCards<Value extends string>({
  name,
  value,
  options,
  onChange,
  onBlur,
  id,
  disabled,
  ...aria
}: RadioCardsProps<Value>) {
  const invalid = aria["aria-invalid"];
  return (
    <div
      role="radiogroup"
      aria-labelledby={aria["aria-labelledby"]}
      aria-describedby={aria["aria-describedby"]}
      aria-invalid={invalid}
      className="grid gap-x-5 gap-y-3 sm:grid-cols-2"
    >
      {options.map((option, index) => (
        <label
          key={option.value}
          className={cn(
            "flex min-h-12 cursor-pointer items-start gap-3 rounded-control border bg-surface px-3.5 py-3 transition-colors duration-150",
            invalid ? "border-danger" : "border-line-strong hover:border-muted",
            "has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus",
          )}
        >
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            className="mt-0.5 size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[6px] checked:border-accent"
          />
          <span>
            <span className="block text-[0.9375rem] font-medium">{option.label}</span>
            {option.description && (
              <span className="mt-0.5 block text-sm text-muted">{option.description}</span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
