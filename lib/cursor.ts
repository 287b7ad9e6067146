import * as z from "zod";

/** The cursor of a list: the id after which the next page starts; null on the last page. */
export const nextPage = z.object({ next: z.uuid().nullable() });
