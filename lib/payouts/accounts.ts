import "server-only";
import type { BankAccount } from "@/lib/bank/account-schema";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { mask } from "@/lib/mask";
import { openRowCipher } from "@/lib/pii/cipher";

export const isSameAccount = (one: BankAccount, other: BankAccount): boolean =>
  one.bankName === other.bankName && one.accountNumber === other.accountNumber;

/** An account as emails name it, with a masked number. */
export const describeAccount = ({ bankName, accountNumber }: BankAccount): string =>
  `${mask(accountNumber)} (${bankName})`;

/** How long nothing is paid to an account that has changed: its owner is told, and can say that it was not them. */
export const HOLD_HOURS = 72;

export interface VerifiedAccount extends BankAccount {
  /** Since when it is the investor's verified account. */
  since: Date;
  heldUntil: Date;
}

/** The maximum number of approvals of one user that are looked at. */
const MAX_APPROVALS = 20;

/** The accounts in the newest approved submission of each user. Users without one are missing. */
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
    const present = newest.get(userId);
    if (!present) newest.set(userId, { details, since: decidedAt, isPast: false });
    else if (
      details.accountNumberIndex !== present.details.accountNumberIndex ||
      details.bankName !== present.details.bankName
    )
      present.isPast = true;
    else if (!present.isPast) present.since = decidedAt;
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
