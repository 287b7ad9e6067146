import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

const kinds = {
  info: { box: "border-info/25 bg-info-soft", ink: "text-info", Icon: Info },
  success: { box: "border-accent-line bg-accent-soft", ink: "text-accent", Icon: CircleCheck },
  warning: { box: "border-warning/25 bg-warning-soft", ink: "text-warning", Icon: TriangleAlert },
  danger: { box: "border-danger/25 bg-danger-soft", ink: "text-danger", Icon: CircleAlert },
} as const;

interface NoticeProps {
  tone?: keyof typeof kinds;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Screen readers announce an `alert` immediately. */
  role?: "alert" | "status";
  className?: string;
}

/** A message in the page, above or beside its subject. */
export function Notice({ tone = "info", title, children, action, role, className }: NoticeProps) {
  const { box, ink, Icon } = kinds[tone];
  return (
    <div
      role={role}
      className={cn("flex gap-3 rounded-card border p-4 text-[0.9375rem] leading-6", box, className)}
    >
      <Icon aria-hidden className={cn("mt-0.5 size-5", ink)} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && (
          <div className={cn("break-words text-ink/90", title ? "mt-1" : undefined)}>{children}</div>
        )}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
