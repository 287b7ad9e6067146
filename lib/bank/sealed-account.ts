import "server-only";
import type { Prisma } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { bankAccount, type BankAccount } from "./account-schema";

const [TABLE, COLUMN] = ["payouts", "account_cipher"];

/** Returns the sealed columns of a payout's account. */
export function sealAccount(payoutId: string, account: BankAccount) {
  const cipher = newRowCipher(TABLE, payoutId);
  return { dataKey: cipher.dataKey, accountCipher: cipher.seal(COLUMN, JSON.stringify(account)) };
}

/** Returns the account of a payout; null if there is none, after the retention period, and if it cannot be read, which is logged. */
export function openAccount({
  id,
  dataKey,
  accountCipher,
}: Pick<Prisma.PayoutModel, "id" | "dataKey" | "accountCipher">): BankAccount | null {
  if (!dataKey || !accountCipher) return null;
  try {
    return bankAccount.parse(JSON.parse(openRowCipher(TABLE, id, dataKey).open(COLUMN, accountCipher)));
  } catch (error) {
    // One unreadable account must not block its batch, which can then be withdrawn.
    log.error({ event: "account.unreadable", ...describeError(error) });
    return null;
  }
}
