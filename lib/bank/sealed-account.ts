import "server-only";
import type { Prisma } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { newRowCipher, openRowCipher } from "@/lib/pii/cipher";
import { bankAccount, type BankAccount } from "./account-schema";

type Table = "amounts_due" | "payouts";
const COLUMN = "account_cipher";

/** Returns the sealed columns of the account of a payout, or of an amount due to an unknown sender. */
export function sealAccount(table: Table, id: string, account: BankAccount) {
  const cipher = newRowCipher(table, id);
  return { dataKey: cipher.dataKey, accountCipher: cipher.seal(COLUMN, JSON.stringify(account)) };
}

/** Returns a sealed account; null if there is none, after the retention period, and if it cannot be read, which is logged. */
export function openAccount(
  table: Table,
  { id, dataKey, accountCipher }: Pick<Prisma.AmountDueModel, "id" | "dataKey" | "accountCipher">,
): BankAccount | null {
  if (!dataKey || !accountCipher) return null;
  try {
    return bankAccount.parse(JSON.parse(openRowCipher(table, id, dataKey).open(COLUMN, accountCipher)));
  } catch (error) {
    // One unreadable account must not block its batch, which can then be withdrawn.
    log.error({ event: "account.unreadable", ...describeError(error) });
    return null;
  }
}
