import * as z from "zod";
import { email } from "@/lib/forms/atoms";
import { answersSchema, shapeOf } from "@/lib/forms/definition";
import { guardianGroup } from "@/lib/onboarding/forms/guardian-form";
import "@/lib/zod";

/** Request and response schemas for parents and guardians (product 10.24). Safe in the browser. */
export const nameGuardianSchema = z.object({ email: email() });

export const guardianTokenSchema = z.object({
  token: z.string("Open the link in our email").trim().min(1, "Open the link in our email").max(200),
});

export const consentSchema = z.object({
  ...guardianTokenSchema.shape,
  ...shapeOf(guardianGroup.fields),
  agreed: z.literal(true, "Please confirm that you agree"),
});

const requestDto = z.object({
  email: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string(),
  declinedAt: z.string().nullable(),
  /** When the guardian withdrew a given consent. */
  withdrawnAt: z.string().nullable(),
});

/** The applicant's view of their request; `needed` is true if they are under 18 according to their answers. */
export const ownGuardianDto = z.object({
  needed: z.boolean(),
  request: requestDto.nullable(),
  consent: z.object({ fullName: z.string(), consentedAt: z.string() }).nullable(),
});
export type OwnGuardianDto = z.output<typeof ownGuardianDto>;

/** The reviewers' view of an applicant's request, with the guardian's identity, the NIN masked. */
export const guardianDto = z.object({
  needed: z.boolean(),
  /** Whether an approval requires the consent. */
  required: z.boolean(),
  request: requestDto.nullable(),
  guardian: answersSchema(guardianGroup.fields)
    .extend({
      email: z.string(),
      consentedAt: z.string(),
      /**
       * Whether the consent counts. False if it is for another name, NIN or date of birth, or from a person with the applicant's NIN or
       * contacts.
       */
      counts: z.boolean(),
    })
    .nullable(),
});
export type GuardianDto = z.output<typeof guardianDto>;

/** The content of the page behind the emailed link; `expiresAt` is the deadline for the guardian's answer. */
export const guardianQuestionDto = z.object({
  applicant: z.string(),
  expiresAt: z.string(),
  consentedAt: z.string().nullable(),
});
