import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { ControlA11y } from "@/components/ui/control";

export interface FieldProps {
  label: string;
  /** What a valid value looks like. An error takes its place. */
  rule?: string | undefined;
  /** What else helps to fill it in. Shown after the rule, and with an error too. */
  help?: ReactNode;
  /** Something worth a second look that does not stop anybody. */
  warning?: string | null | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  className?: string | undefined;
  /** A group of controls (radio buttons) is named by its label rather than labelled by it. */
  group?: boolean;
  /** Beside the label, at the right. */
  aside?: ReactNode;
  children: (control: ControlA11y) => ReactNode;
}

/** Label above, help below, error in place; everything tied together for those who hear the form. */
export function Field({
  label,
  rule,
  help,
  warning,
  error,
  optional = false,
  className,
  group = false,
  aside,
  children,
}: FieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const helpId = `${id}-help`;
  const messageId = `${id}-message`;
  const message = error ?? warning;
  const hint =
    rule && !error ? (
      <>
        {rule} {help}
      </>
    ) : (
      help
    );
  const describedBy = [message && messageId, hint && helpId].filter(Boolean).join(" ") || undefined;
  const Label = group ? "span" : "label";

  return (
    <div className={cn("min-w-0", className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <Label
          id={labelId}
          {...(group ? {} : { htmlFor: id })}
          className="text-[0.9375rem] leading-6 font-medium text-ink"
        >
          {label}
          {optional && <span className="ml-1.5 font-normal text-muted">(optional)</span>}
        </Label>
        {aside}
      </div>
      {children({
        id,
        "aria-labelledby": group ? labelId : undefined,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy,
        "aria-required": optional ? undefined : true,
      })}
      {/* Always there, so that a message which appears is read out. */}
      <div aria-live="polite">
        {message && (
          <p
            id={messageId}
            className={cn(
              "mt-1.5 flex items-start gap-1.5 text-sm leading-5",
              error ? "text-danger" : "text-warning",
            )}
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4" />
            {message}
          </p>
        )}
      </div>
      {hint && (
        <p id={helpId} className="mt-1.5 text-sm leading-5 text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
