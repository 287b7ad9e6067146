import { StatusBadge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { formatTimeWithSeconds } from "@/components/ui/format";
import type { WebhookDto } from "@/lib/webhooks/schema";

const states = {
  on: { tone: "success", label: "On" },
  failing: { tone: "warning", label: "Failing" },
  off: { tone: "neutral", label: "Off" },
} as const;

const offReasons = {
  person: "Switched off by an administrator",
  failures: "It accepted nothing in 20 attempts",
  gone: "It answered that it is gone (410)",
} as const;

interface WebhookStateProps {
  webhook: WebhookDto;
  /** Whether it begins at the left on a phone too. */
  start?: boolean;
}

/** Shows whether a webhook works, and if not, why. */
export function WebhookState({ webhook, start }: WebhookStateProps) {
  const { state, offReason, failures, retryAt } = webhook;
  return (
    <span
      className={cn(
        "grid gap-0.5",
        start ? "justify-items-start" : "justify-items-end sm:justify-items-start",
      )}
    >
      <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
      {offReason && <span className="text-sm text-muted">{offReasons[offReason]}</span>}
      {state === "failing" && (
        <span className="text-sm text-muted">
          {`${failures} ${failures === 1 ? "failure" : "failures"}${retryAt ? `, next attempt ${formatTimeWithSeconds(retryAt)}` : ""}`}
        </span>
      )}
    </span>
  );
}
