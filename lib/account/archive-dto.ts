import * as z from "zod";

/** The latest archive of a user's data that is pending or ready for download. */
export const archiveDto = z.object({
  requestedAt: z.string(),
  /** The earliest time at which the archive can be created. */
  dueAt: z.string(),
  /** The time until which the archive can be downloaded; null until it is created. */
  readyUntil: z.string().nullable(),
});
export type ArchiveDto = z.output<typeof archiveDto>;

export const stopArchiveSchema = z.object({
  token: z.string().trim().min(1, "Open the link in our email").max(200),
});
