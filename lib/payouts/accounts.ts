import "server-only";
import type { BankAccount } from "@/lib/bank/account-schema";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { mask } from "@/lib/mask";
import { openRowCipher } from "@/lib/pii/cipher";

export const isSameAccount = (a: BankAccount, b: BankAccount): boolean =>
  a.bankName === b.bankName && a.accountNumber === b.accountNumber;

/** Returns an account with a masked number, as in emails. */
export const describeAccount = ({ bankName, accountNumber }: BankAccount): string =>
  `${mask(accountNumber)} (${bankName})`;

/** How long payouts to a changed account are held: its owner is notified and can object. */
export const HOLD_HOURS = 72;

export interface VerifiedAccount extends BankAccount {
  /** When it became the investor's verified account. */
  since: Date;
  heldUntil: Date;
}

/** The maximum number of approvals read per user. */
const MAX_APPROVALS = 20;

/** Returns the account in the newest approved submission of each user; users without one are left out. */
export async function readVerifiedAccounts(
  userIds: readonly string[],
  reader: Tx | typeof db = db,
): Promise<Map<string, VerifiedAccount>> {
  const approvals = await reader.decision.findMany({
    where: { userId: { in: [...userIds] }, status: "approved", submission: { bankDetails: { isNot: null } } },
    select: { userId: true, decidedAt: true, submission: { select: { bankDetails: true } } },
    orderBy: { decidedAt: "desc" },
    take: userIds.length * MAX_APPROVALS,
  });
  const newest = new Map<string, { details: Prisma.BankDetailsModel; since: Date; isPast: boolean }>();
  for (const { userId, decidedAt, submission } of approvals) {
    const details = submission?.bankDetails;
    if (!userId || !details) continue;
    const current = newest.get(userId);
    if (!current) newest.set(userId, { details, since: decidedAt, isPast: false });
    else if (
      details.accountNumberIndex !== current.details.accountNumberIndex ||
      details.bankName !== current.details.bankName
    )
      current.isPast = true;
    else if (!current.isPast) current.since = decidedAt;
  }
  return new Map(
    [...newest].map(([userId, { details, since }]) => [
      userId,
      { ...openDetails(details), since, heldUntil: new Date(since.getTime() + HOLD_HOURS * 3_600_000) },
    ]),
  );
}

function openDetails({
  submissionId,
  dataKey,
  accountNumberCipher,
  bankName,
  accountName: name,
}: Prisma.BankDetailsModel) {
  const number = openRowCipher("bank_details", submissionId, dataKey).open(
    "account_number_cipher",
    accountNumberCipher,
  );
  return { bankName, accountNumber: number, accountName: name };
}
