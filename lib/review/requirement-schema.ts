import * as z from "zod";

/** What an approval can be made to require (product 10.24). Safe in the browser. */
export const requirements = ["guardian_consent"] as const;
export type Requirement = (typeof requirements)[number];

export const requirementDto = z.object({
  requirement: z.enum(requirements),
  /** Null while it is off. */
  since: z.string().nullable(),
});
export type RequirementDto = z.output<typeof requirementDto>;

export const switchRequirementSchema = z.object({ on: z.boolean("Choose on or off") });
