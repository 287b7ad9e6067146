import { Check } from "lucide-react";
import type { ComponentProps, ReactNode, Ref } from "react";
import { cn } from "./cn";
import type { ControlA11y } from "./control";

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

interface RadioCardsProps extends Partial<ControlA11y> {
  name: string;
  value: string;
  options: readonly { value: string; label: string; description: string }[];
  onChange: (value: string) => void;
  onBlur: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** Radio buttons as cards. They are native, so that the arrow keys work. */
export function RadioCards({ name, value, options, onChange, onBlur, id, ref, ...aria }: RadioCardsProps) {
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
            // These are the styles of a locked field; a form that is still loading looks the same as when loaded.
            "in-data-locked:cursor-not-allowed in-data-locked:opacity-60",
          )}
        >
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            ref={index === 0 ? ref : undefined}
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
            className="mt-0.5 size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-[6px] checked:border-accent"
          />
          <span>
            <span className="block text-[0.9375rem] font-medium">{option.label}</span>
            <span className="mt-0.5 block text-sm text-muted">{option.description}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
