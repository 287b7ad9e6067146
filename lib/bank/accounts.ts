import "server-only";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { db, type Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { dayOf } from "@/lib/dates";
import { invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import { readBalance } from "@/lib/ledger/queries";
import type { Viewer } from "@/lib/viewer";
import type { BankAccountDto, BankAccountInput } from "./account-schema";
import { MAX_ACCOUNTS, readBankAccounts } from "./statement-input";

/** The firm's bank accounts (product 10.32, ADR 51). */

/** Returns all accounts, that to which investors transfer first, with their balances in the ledger. */
export async function listBankAccounts(reader: Tx | typeof db = db): Promise<BankAccountDto[]> {
  const rows = await readBankAccounts(reader);
  return Promise.all(
    rows.map(async ({ id, name, bank, number, receives }) => {
      const last = await reader.statementLine.findFirst({
        where: { bankAccountId: id, state: { not: "withdrawn" } },
        orderBy: { position: "desc" },
        select: { on: true },
      });
      const balance = String(await readBalance("bank", id, reader));
      return { _id: id, name, bank, number, receives, balance, lastOn: last && dayOf(last.on) };
    }),
  );
}

/**
 * Proposes a new account (`id` is null) or a change of one. Always throws CONFIRMATION_REQUIRED, because investors transfer money to it,
 * unless it throws FORBIDDEN, RECENTLY_RESET, NOT_FOUND or VALIDATION_FAILED at `number`. The route requires a fresh proof of identity.
 */
export const proposeBankAccount = (
  viewer: Viewer,
  id: string | null,
  account: BankAccountInput,
): Promise<never> =>
  transactionOrProposal<never>(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    await requirePossible(tx, id, account);
    return propose(tx, viewer, {
      kind: "bank_account",
      targetId: null,
      payload: { bankAccountId: id, ...account },
    });
  });

async function requirePossible(tx: Tx, id: string | null, { number }: BankAccountInput): Promise<void> {
  if (id && !(await tx.bankAccount.findUnique({ where: { id } })))
    throw notFound("This bank account does not exist");
  const other = await tx.bankAccount.findUnique({ where: { number } });
  if (other && other.id !== id) throw invalid("number", "Another account has this number");
  if (!id && (await tx.bankAccount.count()) >= MAX_ACCOUNTS)
    throw invalid("number", `There can be at most ${MAX_ACCOUNTS} accounts`);
}

/** Stores an account that the viewer has confirmed. Throws like `proposeBankAccount`. */
export async function executeBankAccount(
  tx: Tx,
  { userId }: Viewer,
  { bankAccountId, ...account }: BankAccountInput & { bankAccountId: string | null },
  proposedBy: string,
): Promise<void> {
  await requirePossible(tx, bankAccountId, account);
  if (account.receives)
    await tx.bankAccount.updateMany({ where: { receives: true }, data: { receives: false } });
  const id = bankAccountId ?? uuidv7();
  await tx.bankAccount.upsert({ where: { id }, create: { id, ...account }, update: account });
  await audit(tx, { actorId: userId, action: "bank_account.changed", targetId: id, data: { proposedBy } });
}
