import * as z from "zod";
import { note } from "@/lib/forms/atoms";
import { duplicateVerdicts, type DuplicateVerdict } from "@/lib/onboarding/link-rules";
import "@/lib/zod";

/** Request and response schemas for duplicates (product 10.20). Safe in the browser. */

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

/** With `with`, the list is limited to that user. */
export const duplicatesQuery = z.object({
  with: z.preprocess((value) => value || undefined, z.uuid().toLowerCase().optional()),
});

export const duplicateDecisionSchema = z
  .object({
    /** The other user; give either this or the erased record. */
    otherId: id,
    recordId: id,
    verdict: z.enum(duplicateVerdicts, "Choose how they are related"),
    /** The keys of all links that the reviewer saw; if they no longer match exactly, the response is 409. */
    seen: z.array(z.string().max(50)).max(500),
    /** A note for reviewers, stored encrypted and deleted with either user. */
    note: note(),
  })
  .refine(({ otherId, recordId }) => Boolean(otherId) !== Boolean(recordId), {
    path: ["otherId"],
    message: "Name the other user or an erased record",
  });
/** The account with which the person continues. */
export const closureSchema = z.object({ goesOn: z.uuid("Choose the account that continues").toLowerCase() });

export type DuplicateDecisionInput = z.output<typeof duplicateDecisionSchema>;
