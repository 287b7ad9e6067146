import * as z from "zod";

/** The newest archive of a user's data that is waiting or can be downloaded. */
export const archiveDto = z.object({
  requestedAt: z.string(),
  /** When it will be made, at the earliest. */
  dueAt: z.string(),
  /** Until when it can be downloaded; null while it is not made. */
  readyUntil: z.string().nullable(),
});
export type ArchiveDto = z.output<typeof archiveDto>;

export const stopArchiveSchema = z.object({
  token: z.string().trim().min(1, "Open the link in our email").max(200),
});
