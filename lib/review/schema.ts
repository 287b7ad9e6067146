import * as z from "zod";
import { userProposalDto } from "@/lib/approvals/schema";
import { guardianDto } from "@/lib/guardians/schema";
import { submissionDto } from "@/lib/onboarding/dto";
import { duplicatesDto, userDto } from "@/lib/users/dto";
import { blockDto } from "./blocks/schema";
import { caseDto, namedReadsDto, profileChangesDto, timelineDto } from "./cases/schema";
import { checkDto } from "./checks/schema";
import { partReviewsDto } from "./decisions/part-schema";
import { findingDto } from "./findings/schema";
import { identityChecksDto } from "./identity-checks/schema";
import { riskDto } from "@/lib/risk/schema";
import { screeningDto } from "./screening/schema";

/** The panels of the review page, in the order in which they are read. */
export const reviewPanels = {
  case: caseDto,
  submissions: z.array(submissionDto),
  parts: partReviewsDto,
  checks: z.array(checkDto),
  duplicates: duplicatesDto,
  blocks: z.array(blockDto),
  guardian: guardianDto,
  screening: screeningDto,
  identityChecks: identityChecksDto,
  risk: riskDto,
  findings: z.array(findingDto),
  proposals: z.array(userProposalDto),
  profileChanges: profileChangesDto,
  timeline: timelineDto,
  /** Who saw the data; empty unless the viewer is a super administrator. */
  reads: namedReadsDto,
};
type Panels = typeof reviewPanels;
export type ReviewPanelName = keyof Panels;

/**
 * Everything that the review page shows about a user, from one snapshot (product 2.13). A panel is null if it could not be read, without
 * affecting the others. Safe in the browser.
 */
export const reviewDto = z.object({
  user: userDto,
  ...(Object.fromEntries(Object.entries(reviewPanels).map(([name, schema]) => [name, schema.nullable()])) as {
    [K in ReviewPanelName]: z.ZodNullable<Panels[K]>;
  }),
});
export type ReviewDto = z.output<typeof reviewDto>;
