import * as z from "zod";
import { email, optionalLines, phone, text } from "@/lib/forms/atoms";

/** The consultation request (product 2.8, 5.3). */
export const investmentInterests = [
  { value: "equities", label: "Equity Investments" },
  { value: "fixed-income", label: "Fixed Income" },
  { value: "real-estate", label: "Real Estate" },
  { value: "healthcare", label: "Healthcare" },
  { value: "agriculture", label: "Agricultural Investments" },
  { value: "mixed", label: "Diversified Portfolio" },
] as const;

const interests = investmentInterests.map(({ value }) => value);
const NAME = "Name must be at least 2 characters";

export const consultationSchema = z.object({
  fullName: text(2, NAME),
  email: email("Please enter a valid email address"),
  phone: phone.refine((value) => !value.startsWith("0"), "Phone number should not start with 0"),
  investmentInterest: z
    .union([z.literal(""), z.enum(interests)], "Please select an option")
    .nullish()
    .transform((value) => value || undefined),
  message: optionalLines(2_000),
});

export type ConsultationInput = z.input<typeof consultationSchema>;
