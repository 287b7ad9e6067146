import { readLabel } from "@/components/audit/read-label";
import { ReadList } from "@/components/audit/read-list";
import { formatDateTime } from "@/components/ui/format";
import type { ReadDto } from "@/lib/audit/reads";

/** Shows who saw the user's data, by role (product 10.11). */
export const OwnReads = ({ reads }: { reads: readonly ReadDto[] }) => (
  <ReadList
    empty="Nobody has opened your data yet."
    rows={reads.map((read, index) => ({
      key: `${read.at}-${index}`,
      title: readLabel(read),
      details: `${read.isSuper ? "An administrator" : "A reviewer"}, ${formatDateTime(read.at)}`,
    }))}
  />
);
