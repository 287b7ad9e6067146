import * as z from "zod";

/** What is kept of a form that is still being filled: whatever it holds, within bounds. Safe in the browser. */
const leaf = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);
const record = z.record(z.string().max(60), leaf);

export const draftSchema = z.object({
  values: z.record(z.string().max(60), z.union([leaf, record, z.array(record).max(20)])),
  /** What the sender last saw as `savedAt`: answers that another device has kept since are not written over. Absent: they are. */
  savedAt: z
    .union([z.iso.datetime(), z.literal("")])
    .nullish()
    .transform((value) => (value ? new Date(value) : null)),
});
