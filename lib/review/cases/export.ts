import "server-only";
import { db, Prisma } from "@/lib/db/client";
import { maskNumbersIn } from "@/lib/mask";
import type { UserDto } from "@/lib/users/dto";
import { exportUsers } from "@/lib/users/export";
import type { Viewer } from "@/lib/viewer";
import { marksOfCase } from "./mark-conditions";
import { caseMarks, type CaseMark } from "./mark-rules";
import { caseCondition, isClaimed } from "./queries";
import type { QueueExportQuery } from "./schema";

/**
 * Streams the queue as CSV: the columns of `exportUsers` plus deadline, reviewer, reasons and marks. The reviewer is the one working on a
 * pending submission or, for super administrators, the one who decided. Throws as `exportUsers` does.
 */
export const exportQueue = (
  viewer: Viewer,
  { mark, assignment, ...filter }: QueueExportQuery,
): Promise<ReadableStream<Uint8Array>> =>
  exportUsers(
    viewer,
    { ...filter, onlySubmitted: true, excludeAdmin: true },
    {
      where:
        mark || assignment !== "all"
          ? Prisma.sql`current_submission_id IN (
            SELECT s.id FROM submissions AS s WHERE s.state = 'pending' AND ${caseCondition(viewer, { mark, assignment })})`
          : Prisma.sql`TRUE`,
      headers: ["Decision due at (UTC)", "Reviewer", "Reasons", "Marks"],
      cellsOf: async (users) => {
        const cases = await readCases(users);
        return users.map(({ _id, verification: { status, dueAt, reviewedBy, rejectionReason } }) => {
          const own = cases.get(_id);
          return [
            dueAt ?? "",
            (status === "pending" ? own?.claimedBy : reviewedBy?.name) ?? "",
            maskNumbersIn(rejectionReason ?? ""),
            (own?.marks ?? []).map((name) => caseMarks[name].label).join(", "),
          ];
        });
      },
      audited: { list: "queue", mark: mark ?? null, assignment },
    },
  );

interface CaseRow {
  userId: string;
  claimedBy: string | null;
  marks: CaseMark[];
}

/** Returns the open cases of these users. */
async function readCases(users: readonly UserDto[]): Promise<Map<string, CaseRow>> {
  const ids = users.flatMap(({ verification: { status, submissionId } }) =>
    status === "pending" && submissionId ? [submissionId] : [],
  );
  const rows = await db.$queryRaw<CaseRow[]>`
    SELECT s.user_id AS "userId", (SELECT name FROM users WHERE id = s.claimed_by_id AND ${isClaimed}) AS "claimedBy", ${marksOfCase} AS marks
    FROM submissions AS s WHERE s.id = ANY (${ids}::uuid[]) AND s.state = 'pending'`;
  return new Map(rows.map((row) => [row.userId, row]));
}
