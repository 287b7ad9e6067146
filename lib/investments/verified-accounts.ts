import "server-only";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { openRowCipher } from "@/lib/pii/cipher";
import { replayDecisions, type AccountHistory } from "./account-rules";

/** The verified bank account of an investor, to which payouts go (ADR 42). */

/** How long payouts to a changed account are held: its owner is emailed and can object. */
export const HOLD_HOURS = 72;
export const HOLD_MS = HOLD_HOURS * 3_600_000;

export interface VerifiedAccount {
  bankName: string;
  accountNumber: string;
  accountName: string;
  /** When it became the investor's verified account. */
  since: Date;
  /** The end of the hold: 72 hours after the change, and after the email about it. */
  heldUntil: Date;
}

/** The last change of a user's verified account; `account` is null if there is none any more. */
export interface AccountState extends Pick<AccountHistory, "since" | "hasChanged"> {
  account: VerifiedAccount | null;
}

/** The maximum number of decisions read per user. */
const MAX_DECISIONS = 40;

const include = {
  submission: {
    select: {
      bankDetails: true,
      personal: { select: { firstName: true, surname: true } },
      company: { select: { name: true } },
    },
  },
} as const satisfies Prisma.DecisionInclude;

interface Named {
  history: AccountHistory;
  /** The submission that names the account; null if there is none any more. */
  submission: Submission | null;
}

/** Returns the submission that names the verified account of each user; users who were never approved are left out. */
async function readHistories(
  userIds: readonly string[],
  reader: Tx | typeof db,
): Promise<Map<string, Named>> {
  const decisions = await reader.decision.findMany({
    where: {
      userId: { in: [...userIds] },
      status: { in: ["approved", "rejected"] },
      submission: { bankDetails: { isNot: null } },
    },
    include,
    orderBy: { number: "desc" },
    take: userIds.length * MAX_DECISIONS,
  });
  const named = new Map<string, Named>();
  for (const [userId, own] of Map.groupBy(decisions.toReversed(), (row) => row.userId!)) {
    const history = replayDecisions(
      own.map(({ submissionId, status, decidedAt, submission }) => ({
        submissionId: submissionId!,
        isApproved: status === "approved",
        decidedAt,
        account: keyOf(submission!.bankDetails!),
      })),
    );
    const submission = own.find(({ submissionId }) => submissionId === history?.submissionId)?.submission;
    if (history) named.set(userId, { history, submission: submission ?? null });
  }
  return named;
}

/** Returns the state of the verified account of each user; users who were never approved are left out. */
export async function readAccountStates(
  userIds: readonly string[],
  reader: Tx | typeof db = db,
): Promise<Map<string, AccountState>> {
  const histories = await readHistories(userIds, reader);
  const mailed = await readMailTimes(userIds, reader);
  return new Map(
    [...histories].map(([userId, { history, submission }]) => {
      const { since, hasChanged } = history;
      const from = Math.max(since.getTime(), mailed.get(userId) ?? 0);
      const heldUntil = new Date(from + HOLD_MS);
      const details = submission && openDetails(submission.bankDetails!);
      return [userId, { account: details && { ...details, since, heldUntil }, since, hasChanged }];
    }),
  );
}

/** Returns the names in the submission that names the verified account of each user: of the person or company, and of the account. */
export async function readVerifiedNames(
  userIds: readonly string[],
  reader: Tx | typeof db = db,
): Promise<Map<string, string[]>> {
  const histories = await readHistories(userIds, reader);
  return new Map(
    [...histories].flatMap(([userId, { submission }]) => (submission ? [[userId, namesIn(submission)]] : [])),
  );
}

/** Returns the verified account of each user; users without one are left out. */
export async function readVerifiedAccounts(
  userIds: readonly string[],
  reader: Tx | typeof db = db,
): Promise<Map<string, VerifiedAccount>> {
  const states = await readAccountStates(userIds, reader);
  return new Map([...states].flatMap(([userId, { account }]) => (account ? [[userId, account]] : [])));
}

/** Returns when each user was last emailed about a change of the account, in milliseconds, within the time of the hold. */
async function readMailTimes(
  userIds: readonly string[],
  reader: Tx | typeof db,
): Promise<Map<string, number>> {
  const rows = await reader.auditEvent.groupBy({
    by: ["targetId"],
    where: {
      action: "payout.held",
      targetId: { in: [...userIds] },
      at: { gt: new Date(Date.now() - HOLD_MS) },
    },
    _max: { at: true },
  });
  return new Map(rows.map(({ targetId, _max }) => [targetId!, _max.at!.getTime()]));
}

const keyOf = ({ accountNumberIndex, bankName }: Prisma.BankDetailsModel): string =>
  `${accountNumberIndex}|${bankName}`;

type Submission = NonNullable<Prisma.DecisionGetPayload<{ include: typeof include }>["submission"]>;

const namesIn = ({ personal, company, bankDetails }: Submission): string[] => [
  ...(personal ? [`${personal.firstName} ${personal.surname}`] : []),
  ...(company ? [company.name] : []),
  bankDetails!.accountName,
];

/** Returns the account in a submission; null if its number was deleted after the retention period, or cannot be decrypted. */
function openDetails(details: Prisma.BankDetailsModel) {
  const { submissionId, dataKey, accountNumberCipher, bankName, accountName } = details;
  try {
    const cipher = openRowCipher("bank_details", submissionId, dataKey);
    const accountNumber = cipher.open("account_number_cipher", accountNumberCipher);
    return accountNumber ? { bankName, accountNumber, accountName } : null;
  } catch (error) {
    // One unreadable account must not block the payouts of all others.
    log.error({ event: "account.unreadable", ...describeError(error) });
    return null;
  }
}
