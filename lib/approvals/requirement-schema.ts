import * as z from "zod";

/** The requirements that super administrators can switch on (product 10.14, 10.24). Safe in the browser. */
export const requirements = ["second_approval", "guardian_consent"] as const;
export type Requirement = (typeof requirements)[number];

export const requirementDto = z.object({
  requirement: z.enum(requirements),
  /** When the requirement was switched on; null while it is off. */
  since: z.iso.datetime().nullable(),
  /** The administrator who switched it on; null while it is off, or if that account has been deleted. */
  switchedOnBy: z.string().nullable(),
});
export type RequirementDto = z.output<typeof requirementDto>;

export const switchRequirementSchema = z.object({ on: z.boolean("Choose on or off") });

/** Each requirement, and the consequences of switching it on or off, for emails. */
export const requirementTexts = {
  second_approval: {
    name: "Second approval",
    on: "From now on, another super administrator must confirm deletions, changes to administrators and approvals of cases with serious findings.",
    off: "From now on, one administrator is enough.",
  },
  guardian_consent: {
    name: "The consent of a parent or guardian",
    on: "Without it, an applicant under 18 cannot be approved.",
    off: "Without it, reviewers are only warned before they approve an applicant under 18.",
  },
} as const satisfies Record<Requirement, Record<"name" | "on" | "off", string>>;
