import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import type { NameCheckDto } from "@/lib/review/cases/schema";
import { paths } from "@/lib/routes/paths";

/** Shows, above the queue, the users whose new name awaits confirmation. */
export function NameChecks({ checks, hasMore }: { checks: readonly NameCheckDto[]; hasMore: boolean }) {
  if (checks.length === 0) return null;
  return (
    <details className="mb-4 rounded-card border border-warning/25 bg-warning-soft px-4 text-[0.9375rem] leading-6">
      <summary className="min-h-11 py-2.5 font-medium">Names changed after approval</summary>
      <ul className="grid gap-1 pb-3">
        {checks.map(({ userId, name, changedAt }) => (
          <li key={userId}>
            <TextLink href={paths.adminVerificationUser(userId)}>{name}</TextLink>
            <span>{`, ${formatDate(changedAt)}`}</span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="pb-3">{`Showing the oldest ${checks.length}. More appear as you confirm them.`}</p>
      )}
    </details>
  );
}
