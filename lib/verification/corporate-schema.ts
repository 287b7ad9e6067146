import { z } from "zod";
import { email, lines, numberFields, optionalText, phone, text } from "@/lib/fields";
import { localGovernmentMessages, placeRules } from "./schema";
import { MAX_SIGNATORIES } from "./steps";

/** The corporate verification form (product 2.6, 3, 4.5, 5.2) with the literal messages. Safe in the browser. */
const [knownState, knownArea, namedArea] = placeRules("state");

const companySchema = z
  .object({
    name: text(2, "Name must be atleast 2 characters"),
    incorporationNumber: text(3, "Must be at least 3 digits", 50),
    // The spec asks for its 4 characters and nothing else (product 10.5).
    dateOfIncorporation: text(4, "Must be at least four characters", 40),
    address: lines(2, "Address must be at least 2 characters"),
    state: text(2, "State is required"),
    localGovernment: text(2, localGovernmentMessages.required),
    localGovernmentOther: optionalText(),
    phone,
    email: email(),
  })
  .refine(...knownState)
  .refine(...knownArea)
  .refine(...namedArea);

const schemaOf = (masked: boolean) => {
  const { bvn, accountNumber } = numberFields(masked);
  const signatory = z.object({
    fullName: text(2, "Name must be at least 2 characters"),
    position: text(2, "Position must be at least 2 characters"),
    phoneNumber: phone,
    bvnNumber: bvn,
    email: email(),
  });
  const bankDetails = z.object({
    bankName: text(3, "Bank name must be at least 3 characters"),
    accountNumber,
    accountName: text(2, "Account name must be at least 2 characters"),
    bvnNumber: bvn,
  });
  return z.object({
    company: companySchema,
    bankDetails,
    signatories: z
      .array(signatory, "Add at least one signatory")
      .min(1, "Add at least one signatory")
      .max(MAX_SIGNATORIES, `You can add up to ${MAX_SIGNATORIES} signatories`),
    referral: z
      .object({ officerName: optionalText(), contact: optionalText() })
      .nullish()
      .transform((value) => value ?? { officerName: undefined, contact: undefined }),
  });
};

/** What POST /verification/corporate takes. */
export const corporateSchema = schemaOf(false);
/** The same in the form, where a number that was given before may stay masked. */
export const corporateFormSchema = schemaOf(true);

export type CorporateAnswers = z.output<typeof corporateSchema>;
export type CorporateInput = z.input<typeof corporateSchema>;
