import "server-only";
import type { BankAccount } from "@/lib/bank/account-schema";
import { mask } from "@/lib/mask";

export { HOLD_HOURS, readVerifiedAccounts } from "@/lib/investments/verified-accounts";

export const isSameAccount = (a: BankAccount, b: BankAccount): boolean =>
  a.bankName === b.bankName && a.accountNumber === b.accountNumber;

/** Returns an account with a masked number, as in emails. */
export const describeAccount = ({ bankName, accountNumber }: BankAccount): string =>
  `${mask(accountNumber)} (${bankName})`;
