import * as z from "zod";

/** The values of an incomplete form: any content, limited in size. Safe in the browser. */
const leaf = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);
const record = z.record(z.string().max(60), leaf);

export const draftSchema = z.object({
  values: z.record(z.string().max(60), z.union([leaf, record, z.array(record).max(20)])),
  /**
   * The latest `savedAt` that the client received, as the draft's version. If given, answers saved by another device since then are not
   * overwritten; if omitted, they are.
   */
  savedAt: z
    .union([z.iso.datetime(), z.literal("")])
    .nullish()
    .transform((value) => (value ? new Date(value) : null)),
});
