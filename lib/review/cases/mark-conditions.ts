import "server-only";
import { ADULT_YEARS } from "@/lib/age";
import { Prisma } from "@/lib/db/client";
import { caseMarkNames, type CaseMark } from "./mark-rules";

/** The marks stored with the submission (ADR 34), because computing them requires other rows and decrypted answers. */
export type StoredMark = Extract<CaseMark, "duplicate" | "checks" | "second_round" | "changes_asked">;
const isStored = (mark: StoredMark): Prisma.Sql => Prisma.sql`s.marks @> ARRAY[${Prisma.raw(`'${mark}'`)}]`;

/** The end of the current day in Lagos. */
const endOfDay = Prisma.sql`((date_trunc('day', now() AT TIME ZONE 'Africa/Lagos') + interval '1 day') AT TIME ZONE 'Africa/Lagos')`;
const birthOfAdults = Prisma.sql`((now() AT TIME ZONE 'Africa/Lagos')::date - make_interval(years => ${ADULT_YEARS}::int))::date`;

/**
 * The SQL condition of each mark on an open case `s`, a row of submissions. Each is served by an index (ADR 34). EXISTS is used instead of
 * IN, which would read all hits and minors to compute the marks of one page.
 */
export const markConditions: Record<CaseMark, Prisma.Sql> = {
  late: Prisma.sql`s.due_at < now()`,
  due_today: Prisma.sql`(s.due_at >= now() AND s.due_at < ${endOfDay})`,
  watchlist: Prisma.sql`EXISTS (
    SELECT FROM screening_hits AS h WHERE h.user_id = s.user_id AND h.ended_at IS NULL AND h.state <> 'cleared')`,
  duplicate: isStored("duplicate"),
  checks: isStored("checks"),
  minor: Prisma.sql`EXISTS (
    SELECT FROM personal_details AS p WHERE p.submission_id = s.id AND p.date_of_birth > ${birthOfAdults})`,
  second_round: isStored("second_round"),
  changes_asked: isStored("changes_asked"),
};

/** SQL for the marks of the case `s`, as an array in the order of `caseMarkNames`. */
export const marksOfCase: Prisma.Sql = Prisma.sql`array_remove(ARRAY[${Prisma.join(
  caseMarkNames.map((mark) => {
    const name = Prisma.raw(`'${mark}'`);
    return Prisma.sql`CASE WHEN ${markConditions[mark]} THEN ${name} END`;
  }),
)}], NULL)`;
