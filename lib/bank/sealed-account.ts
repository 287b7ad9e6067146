import "server-only";
import type { Prisma } from "@/lib/db/client";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { bankAccount, type BankAccount } from "./account-schema";

const [TABLE, COLUMN] = ["payouts", "account_cipher"];

/** Returns the sealed columns of a payout's account. */
export function sealAccount(payoutId: string, account: BankAccount) {
  const cipher = newRowCipher(TABLE, payoutId);
  return { dataKey: cipher.dataKey, accountCipher: cipher.seal(COLUMN, JSON.stringify(account)) };
}

/** Returns the account of a payout; null if there is none, and after the retention period. Throws if it was changed in the database. */
export function openAccount({
  id,
  dataKey,
  accountCipher,
}: Pick<Prisma.PayoutModel, "id" | "dataKey" | "accountCipher">): BankAccount | null {
  if (!dataKey || !accountCipher) return null;
  return bankAccount.parse(JSON.parse(openRowCipher(TABLE, id, dataKey).open(COLUMN, accountCipher)));
}
