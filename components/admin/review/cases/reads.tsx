import { readLabel } from "@/components/audit/read-label";
import { ReadList } from "@/components/audit/read-list";
import { formatDateTime } from "@/components/ui/format";
import type { NamedReadDto } from "@/lib/review/cases/schema";
import { revealReasons, type RevealReason } from "@/lib/review/decisions/schema";

/** Shows, to super administrators, the names of those who saw the applicant's data (product 10.11). */
export const Reads = ({ reads }: { reads: readonly NamedReadDto[] }) => (
  <ReadList
    empty="Nobody has opened this user's data yet."
    rows={reads.map((read, index) => ({
      key: `${read.at}-${index}`,
      title: readLabel(read),
      details: (
        <>
          <span>{`${read.reader ?? "Deleted administrator"}, ${formatDateTime(read.at)}`}</span>
          {read.reason && <span>{`. Reason: ${revealReasons[read.reason as RevealReason]}`}</span>}
          {read.note && <span>{`. Note: ${read.note}`}</span>}
        </>
      ),
    }))}
  />
);
