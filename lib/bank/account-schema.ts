import * as z from "zod";
import { text } from "@/lib/forms/atoms";
import { accountName, accountNumber } from "@/lib/onboarding/forms/common-form";
import "@/lib/zod";

/** The bank account of a payee. */
export const bankAccount = z.object({
  bankName: text(2, "Bank name is required"),
  accountNumber: accountNumber.schema,
  accountName: accountName.schema,
});
export type BankAccount = z.output<typeof bankAccount>;
