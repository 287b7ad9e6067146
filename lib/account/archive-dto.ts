import * as z from "zod";

/** The newest archive of a user's data that is waiting or can be downloaded. */
export const archiveDto = z.object({
  requestedAt: z.string(),
  /** The earliest time at which the archive is made. */
  dueAt: z.string(),
  /** The archive can be downloaded until this time; null while it is not made. */
  readyUntil: z.string().nullable(),
});
export type ArchiveDto = z.output<typeof archiveDto>;

export const stopArchiveSchema = z.object({
  token: z.string().trim().min(1, "Open the link in our email").max(200),
});
