import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { labelIdOf, type ControlA11y } from "@/components/ui/control";

export interface FieldProps {
  label: string;
  /** The format of a valid value. It is replaced by the error. */
  rule?: string | undefined;
  /** Further help, shown after the rule and together with an error. */
  help?: ReactNode;
  /** A problem that does not block the form. */
  warning?: string | null | undefined;
  /** Each line of the error is a separate sentence. */
  error?: string | undefined;
  optional?: boolean | undefined;
  className?: string | undefined;
  /** A group of controls (radio buttons) is named by its label rather than labelled by it. */
  group?: boolean;
  /** Shown beside the label, on the right. */
  aside?: ReactNode;
  /** A link shown there; the keyboard reaches it after the control. */
  action?: ReactNode;
  children: (control: ControlA11y) => ReactNode;
}

/** Shows a control with its label, error and help, associated for screen readers. */
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
  action,
  children,
}: FieldProps) {
  const id = useId();
  const labelId = labelIdOf(id);
  const helpId = `${id}-help`;
  const messageId = `${id}-message`;
  const message = error ?? warning;
  const shownRule = error ? undefined : rule;
  const hasHint = !!shownRule || !!help;
  const describedBy = [message && messageId, hasHint && helpId].filter(Boolean).join(" ") || undefined;
  const Label = group ? "span" : "label";

  return (
    <div className={cn("relative min-w-0", className)}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <Label
          id={labelId}
          {...(group ? {} : { htmlFor: id })}
          className="text-[0.9375rem] leading-6 font-medium text-ink"
        >
          <span>{label}</span>
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
      {/* Rendered after the control, so that Tab moves from field to field. */}
      {action && <div className="absolute top-0 right-0 leading-6">{action}</div>}
      {/* This element is always rendered, so that screen readers announce a new message. */}
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
            <span className="min-w-0">
              {message.split("\n").map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </span>
          </p>
        )}
      </div>
      {hasHint && (
        <p id={helpId} className="mt-1.5 text-sm leading-5 text-muted">
          <span>{`${shownRule ?? ""} `}</span>
          <span className="contents">{help}</span>
        </p>
      )}
    </div>
  );
}
