import * as z from "zod";

/** What super administrators can require (product 10.14, 10.24). Safe in the browser. */
export const requirements = ["second_approval", "guardian_consent"] as const;
export type Requirement = (typeof requirements)[number];

export const requirementDto = z.object({
  requirement: z.enum(requirements),
  /** Since when it is on; null while it is off. */
  since: z.iso.datetime().nullable(),
  /** Null while it is off, and if that account was deleted. */
  switchedOnBy: z.string().nullable(),
});
export type RequirementDto = z.output<typeof requirementDto>;

export const switchRequirementSchema = z.object({ on: z.boolean("Choose on or off") });

/** What is required, as in "Second approval is on". */
export const requirementNames = {
  second_approval: "Second approval",
  guardian_consent: "The consent of a parent or guardian",
} as const satisfies Record<Requirement, string>;
