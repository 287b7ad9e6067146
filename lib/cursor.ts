import * as z from "zod";

/** The cursor of a list: the id after which the next page starts; null on the last page. */
export const nextPage = z.object({ next: z.uuid().nullable() });

/** Returns the rows of a page and the cursor of the next one, from up to `limit` + 1 rows. */
export function toPage<Row>(rows: readonly Row[], limit: number, idOf: (row: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, next: last === undefined ? null : idOf(last) };
}
