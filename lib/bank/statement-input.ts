import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { FormatError, shorten } from "@/lib/formats/format-error";
import { balanceLines, isBalanced, type BalancedLine } from "./readers/balanced-lines";
import { csvMappingSchema, type CsvMapping } from "./readers/csv-mapping-schema";
import type { FileDescription } from "./readers/read-statement";
import type { Statement } from "./readers/statement";
import type { StatementOptions } from "./schema";

/** What a statement is missing, which a person enters: its account, and its closing balance. */
type Reader = Tx | typeof db;
type Account = Prisma.BankAccountModel;

/** More accounts than a firm has. */
export const MAX_ACCOUNTS = 1_000;

/** Returns the firm's accounts, that to which investors transfer first. */
export const readBankAccounts = (reader: Reader = db): Promise<Account[]> =>
  reader.bankAccount.findMany({
    orderBy: [{ receives: "desc" }, { createdAt: "asc" }],
    take: MAX_ACCOUNTS,
  });

/**
 * Returns the account that a file names. Throws FormatError if it is not one of the firm's; returns null if the file names none.
 */
export async function findNamedAccount(named: string | null): Promise<Account | null> {
  const digits = named?.replace(/\D/g, "") ?? "";
  if (!named || digits === "") return null;
  const numbers = Array.from({ length: Math.max(digits.length - 9, 0) }, (_, at) =>
    digits.slice(at, at + 10),
  );
  const account = await db.bankAccount.findFirst({ where: { number: { in: numbers } } });
  if (!account)
    throw new FormatError(
      `This statement is for account ${shorten(named)}, which is not one of the firm's bank accounts. Add it under Bank accounts, or export the right account.`,
    );
  return account;
}

/** Returns the account of a file that names none: as chosen, as for the last file with these headings, or the only one. */
export async function chooseAccount(
  { bankAccountId }: StatementOptions,
  shape: string | null,
): Promise<Account | null> {
  if (bankAccountId) return db.bankAccount.findUnique({ where: { id: bankAccountId } });
  const remembered = shape
    ? await db.csvMapping.findMany({ where: { shape }, include: { bankAccount: true }, take: 2 })
    : [];
  if (remembered.length === 1) return remembered[0]!.bankAccount;
  const accounts = await db.bankAccount.findMany({ take: 2 });
  return accounts.length === 1 ? accounts[0]! : null;
}

/** Returns the mapping of the last file with these headings, of this account if it is known. */
export async function rememberedMapping(
  { guess, shape }: FileDescription,
  bankAccountId: string | undefined,
): Promise<CsvMapping | null> {
  if (!shape) return null;
  const row = await db.csvMapping.findFirst({ where: { shape, ...(bankAccountId && { bankAccountId }) } });
  const mapping = csvMappingSchema.safeParse(row?.mapping).data;
  return mapping ? { ...mapping, headerRow: guess?.headerRow } : null;
}

/** Returns the lines with their balances; null if the file has none and no closing balance is given. */
export function withBalances(
  { lines }: Statement,
  { closing }: StatementOptions,
): readonly BalancedLine[] | null {
  if (isBalanced(lines)) return lines;
  return closing === undefined ? null : balanceLines(lines, BigInt(closing));
}
