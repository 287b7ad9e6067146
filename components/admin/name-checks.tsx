import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/routes/paths";
import type { NameCheckDto } from "@/lib/review/cases/profile-changes";

/** The users whose changed name waits for a reviewer, above the queue. */
export function NameChecks({ checks, hasMore }: { checks: readonly NameCheckDto[]; hasMore: boolean }) {
  if (checks.length === 0) return null;
  return (
    <Notice tone="warning" title="Names changed after approval" className="mb-4">
      <ul className="mt-1 grid gap-1">
        {checks.map(({ userId, name, changedAt }) => (
          <li key={userId}>
            <TextLink href={paths.adminVerificationUser(userId)}>{name}</TextLink>
            <span>{`, ${formatDate(changedAt)}`}</span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="mt-2">{`These are the oldest ${checks.length}. The next ones follow as you confirm them.`}</p>
      )}
    </Notice>
  );
}
