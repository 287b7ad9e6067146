import * as z from "zod";
import { lines, text } from "@/lib/forms/atoms";
import { statesOf } from "@/lib/transitions";
import { planTransitions } from "./state-rules";
import "@/lib/zod";
import { termsDto } from "./terms-schema";

/** Request and response schemas for the plan calls (product 10.30). Safe in the browser. */
export const planContent = z.object({
  name: text(2, "Enter a name of at least 2 characters", 80),
  summary: text(1, "Enter a summary", 200),
  description: lines(1, "Describe how the plan works", 2_000),
  /** The risk rating, such as "Low to medium". */
  risk: text(1, "Say how risky the plan is", 40),
  terms: termsDto,
});
export type PlanContent = z.output<typeof planContent>;

export const MAX_PLANS = 200;

/** The revision that the administrator has seen, so that no other change is overwritten. */
const revision = z.int32().min(1);
export const planRevision = z.object({ revision });
export const editPlanSchema = planContent.extend({ revision });

export const planStates = statesOf(planTransitions);
export type PlanState = (typeof planStates)[number];

const planVersionDto = planContent.extend({
  version: z.int(),
  publishedAt: z.iso.datetime().nullable(),
});
export type PlanVersionDto = z.output<typeof planVersionDto>;

/** A plan as administrators see it. */
export const adminPlanDto = z.object({
  _id: z.uuid(),
  slug: z.string(),
  state: z.enum(planStates),
  revision,
  /** The current version, for new investments. */
  published: planVersionDto.nullable(),
  /** The next version, which can still be edited. */
  unpublished: planVersionDto.nullable(),
  /** Since when its publication waits for the confirmation of another administrator. */
  publicationProposedAt: z.iso.datetime().nullable(),
  /** All published versions, newest first. */
  history: z.array(z.object({ version: z.int(), publishedAt: z.iso.datetime() })),
});
export type AdminPlanDto = z.output<typeof adminPlanDto>;

/** A list row: the published version, or else the unpublished one. */
export const planSummaryDto = z.object({
  _id: z.uuid(),
  slug: z.string(),
  state: z.enum(planStates),
  name: z.string(),
  /** The number of the published version. */
  version: z.int().nullable(),
  hasUnpublishedChanges: z.boolean(),
  minimum: z.string(),
  tenor: termsDto.shape.tenor,
  return: termsDto.shape.return,
});
export type PlanSummaryDto = z.output<typeof planSummaryDto>;

/** A public plan: its published version. */
export interface PlanDto extends Omit<PlanVersionDto, "publishedAt"> {
  slug: string;
  isOpen: boolean;
  publishedAt: string;
}
