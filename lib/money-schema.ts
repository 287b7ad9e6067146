import * as z from "zod";
import { MAX_KOBO } from "./money";
import { normalizeNumber } from "./text";
import "./zod";

/** An amount above zero, in kobo as decimal text, because a JSON number is exact only up to 2^53. */
export const kobo = z
  .string("Enter an amount")
  .overwrite(normalizeNumber)
  // Later checks, including those of the enclosing object, parse it as a number.
  .regex(/^[1-9]\d{0,15}$/, { error: "Enter an amount above zero", abort: true })
  .refine((value) => BigInt(value) <= MAX_KOBO, "This amount is too large");
