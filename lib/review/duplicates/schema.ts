import * as z from "zod";
import { note } from "@/lib/forms/atoms";
import "@/lib/zod";
import { duplicateVerdicts, type DuplicateVerdict } from "@/lib/verification/link-strength";

/** Input of the calls about duplicates (product 10.20). Safe in the browser. */

export const verdictLabels = {
  same_person: "Same person",
  household: "Household",
  coincidence: "Coincidence",
} as const satisfies Record<DuplicateVerdict, string>;

const id = z
  .uuid()
  .toLowerCase()
  .nullish()
  .transform((value) => value ?? undefined);

/** With `with`, the list contains that other user only. */
export const duplicatesQuery = z.object({
  with: z.preprocess((value) => value || undefined, z.uuid().toLowerCase().optional()),
});

export const duplicateDecisionSchema = z
  .object({
    /** The other user; either this or the erased record is given. */
    otherId: id,
    recordId: id,
    verdict: z.enum(duplicateVerdicts, "Choose what it is"),
    /** What the reviewer saw as equal, as the keys of all links; if it is not exactly that any more, the response is 409. */
    seen: z.array(z.string().max(50)).max(500),
    /** A note for reviewers, which is stored encrypted and deleted with either side. */
    note: note(),
  })
  .refine(({ otherId, recordId }) => Boolean(otherId) !== Boolean(recordId), {
    path: ["otherId"],
    message: "Name the other user or an erased record",
  });
export type DuplicateDecisionInput = z.output<typeof duplicateDecisionSchema>;
