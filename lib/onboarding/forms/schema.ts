import * as z from "zod";
import { formShapeOf, shapeOf } from "@/lib/forms/definition";
import { withCrossRules } from "@/lib/forms/rules";
import type { IndividualVariant } from "@/lib/submission-rules";
import { CHECK_CONSENT_VERSION } from "./consent-rules";
import { corporateGroups, MAX_SIGNATORIES } from "./corporate-form";
import { individualFields } from "./individual-form";

/** The schemas of both forms and of their request bodies (product 5.1, 5.2), derived from the definitions. They contain all place names. */
const consentShape = {
  checkConsent: z
    .literal(
      CHECK_CONSENT_VERSION,
      "This version of the consent text is out of date. Show the applicant the current one.",
    )
    .optional(),
};

/** Returns the body of POST /verification for each variant. */
const bodySchema = (variant: IndividualVariant) =>
  withCrossRules(z.object({ ...shapeOf(individualFields, variant), ...consentShape }), individualFields);
export const individualSchema = { investor: bodySchema("investor"), startup: bodySchema("startup") };

/** Returns the schema of the form, including its documents. */
export const individualFormSchema = <D extends z.ZodRawShape>(variant: IndividualVariant, documents: D) =>
  withCrossRules(z.object({ ...formShapeOf(individualFields, variant), ...documents }), individualFields);

export type IndividualAnswers = z.output<(typeof individualSchema)["investor"]>;

const signatoriesOf = <S extends z.ZodObject>(signatory: S) =>
  z
    .array(signatory, "Add at least one signatory")
    .min(1, "Add at least one signatory")
    .max(MAX_SIGNATORIES, `You can add up to ${MAX_SIGNATORIES} signatories`);

/** The body of POST /verification/corporate. */
export const corporateSchema = z.object({
  company: withCrossRules(z.object(shapeOf(corporateGroups.company.fields)), corporateGroups.company.fields),
  bankDetails: z.object(shapeOf(corporateGroups.bankDetails.fields)),
  signatories: signatoriesOf(z.object(shapeOf(corporateGroups.signatories.fields))),
  referral: z
    .object(shapeOf(corporateGroups.referral.fields))
    .nullish()
    .transform((value) => value ?? { officerName: undefined, contact: undefined }),
  ...consentShape,
});

/** Returns the schema of the form, including its documents. */
export const corporateFormSchema = <D extends z.ZodRawShape, S extends z.ZodRawShape>(
  documents: D,
  ofSignatory: S,
) =>
  z.object({
    company: withCrossRules(
      z.object(formShapeOf(corporateGroups.company.fields)),
      corporateGroups.company.fields,
    ),
    bankDetails: z.object(formShapeOf(corporateGroups.bankDetails.fields)),
    signatories: signatoriesOf(
      z.object({ ...formShapeOf(corporateGroups.signatories.fields), ...ofSignatory }),
    ),
    referral: z.object(formShapeOf(corporateGroups.referral.fields)),
    ...documents,
  });

export type CorporateAnswers = z.output<typeof corporateSchema>;
