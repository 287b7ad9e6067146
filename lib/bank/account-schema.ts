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

/** An account of the firm. */
export const bankAccountInput = z.object({
  name: text(2, "Enter the name of the account"),
  bank: text(2, "Enter the bank"),
  number: accountNumber.schema,
  /** Whether investors transfer to it, instead of to another account. */
  receives: z.boolean(),
});
export type BankAccountInput = z.output<typeof bankAccountInput>;

export const bankAccountDto = z.object({
  _id: z.uuid(),
  name: z.string(),
  bank: z.string(),
  number: z.string(),
  receives: z.boolean(),
  /** Its balance in the ledger, in kobo. */
  balance: z.string(),
  /** The day of its last statement line; null without one. */
  lastOn: z.string().nullable(),
});
export type BankAccountDto = z.output<typeof bankAccountDto>;
