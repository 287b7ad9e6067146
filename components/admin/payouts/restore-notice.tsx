import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { RESTORE_HINT } from "@/lib/payouts/schema";
import { paths } from "@/lib/routes/paths";

/** Says why no payout leaves after a restore, and what to do. */
export const RestoreNotice = ({ on }: { on: string }) => (
  <Notice
    tone="warning"
    title={`The database was restored on ${formatDate(on)}`}
    action={
      <TextLink href={paths.adminPayments()} className="inline-flex min-h-11 items-center sm:min-h-6">
        Import a statement
      </TextLink>
    }
  >
    {RESTORE_HINT}
  </Notice>
);
