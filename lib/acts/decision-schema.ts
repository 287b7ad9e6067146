import * as z from "zod";

/** Who made an act of money, and when (ADR 44). Safe in the browser. */
export const decisionDto = z.object({
  /** The name of the person who decided; null for the system. */
  by: z.string().nullable(),
  /** The name of the person who confirmed it; null if one person decided alone. */
  confirmedBy: z.string().nullable(),
  at: z.iso.datetime(),
});
export type DecisionDto = z.output<typeof decisionDto>;
