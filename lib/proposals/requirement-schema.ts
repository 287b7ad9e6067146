import * as z from "zod";

/** What super administrators can require (product 10.14, 10.24). Safe in the browser. */
export const requirements = ["second_approval", "guardian_consent"] as const;
export type Requirement = (typeof requirements)[number];

export const requirementDto = z.object({
  requirement: z.enum(requirements),
  /** Since when the requirement is on; null while it is off. */
  since: z.iso.datetime().nullable(),
  /** Who switched it on; null while it is off, and if that account was deleted. */
  switchedOnBy: z.string().nullable(),
});
export type RequirementDto = z.output<typeof requirementDto>;

export const switchRequirementSchema = z.object({ on: z.boolean("Choose on or off") });

/** What is required, and what follows from switching it, for emails. */
export const requirementTexts = {
  second_approval: {
    name: "Second approval",
    on: "From now on, another super administrator confirms deletions, changes of administrators and approvals of cases with serious findings.",
    off: "From now on, one administrator is enough.",
  },
  guardian_consent: {
    name: "The consent of a parent or guardian",
    on: "Without it, an applicant under 18 cannot be approved.",
    off: "Without it, reviewers are only warned before they approve an applicant under 18.",
  },
} as const satisfies Record<Requirement, Record<"name" | "on" | "off", string>>;
