import "server-only";
import { openAccount } from "@/lib/bank/sealed-account";
import { openTexts } from "@/lib/bank/statement-lines";
import { readLines } from "@/lib/bank/queries";
import { dateOf, dayOf, lagosDay } from "@/lib/dates";
import { db, type Prisma } from "@/lib/db/client";
import { listAllInvestments } from "@/lib/investments/queries";
import { parseReference } from "@/lib/investments/reference-rules";
import { investmentsFound, parseTypedDay } from "@/lib/investments/search";
import { parseAmount } from "@/lib/money";
import { foldText } from "@/lib/text";
import type { Viewer } from "@/lib/viewer";
import { readDue, recordPayeeReads, toMasked } from "./queries";
import type { FoundPayoutDto, PaymentSearchDto } from "./search-schema";

/** Rows returned of each kind. */
const MAX_FOUND = 10;
/** Investments whose lines, dues and payouts are searched. */
const MAX_INVESTMENTS = 100;
/** Sealed rows that are opened: open lines, and the newest payouts. */
const MAX_OPENED = 1_000;

interface Search {
  typed: string;
  reference: string | null;
  kobo: bigint | null;
  day: string | null;
  /** The last digits of an account number. */
  digits: string | null;
  words: string[];
  /** The investments that the text finds, and their investors. */
  investmentIds: string[];
  userIds: string[];
  /** The lines to decide or to refund whose texts contain all words. */
  openLineIds: string[];
}

/**
 * Returns the investments, statement lines, amounts due and payouts that a typed text finds: a name, a reference, an amount, a day or the
 * last four or more digits of an account. Names in texts of the bank are sealed, so they are found in undecided lines, and those to be
 * refunded to unknown senders. Records a read of each payee.
 */
export async function searchPayments(viewer: Viewer, typed: string): Promise<PaymentSearchDto> {
  const amount = parseAmount(typed);
  const found = await db.investment.findMany({
    where: investmentsFound(typed),
    select: { id: true, userId: true },
    orderBy: { id: "desc" },
    take: MAX_INVESTMENTS,
  });
  const words = /\p{L}/u.test(typed)
    ? foldText(typed)
        .split(/[\s,]+/)
        .filter(Boolean)
    : [];
  const search: Search = {
    typed,
    reference: parseReference(typed),
    kobo: "kobo" in amount ? amount.kobo : null,
    day: parseTypedDay(typed),
    digits: /^\d{4,10}$/.test(typed) ? typed : null,
    words,
    investmentIds: found.map(({ id }) => id),
    userIds: [...new Set(found.map(({ userId }) => userId))],
    openLineIds: words.length > 0 ? await findOpenLines(words) : [],
  };
  const { investments } = await listAllInvestments({ q: typed, state: "all", limit: MAX_FOUND });
  const payouts = await findPayouts(search);
  const due = await readDue({ OR: dueConditions(search) }, MAX_FOUND);
  await recordPayeeReads(
    viewer,
    [...payouts.map(({ userId }) => userId), ...due.map(({ investor }) => investor?._id ?? null)],
    "account",
  );
  return { investments, lines: await findLines(search), due, payouts: payouts.map(toFound) };
}

async function findLines(search: Search): Promise<PaymentSearchDto["lines"]> {
  const { typed, kobo, day, investmentIds, openLineIds } = search;
  const acts = await db.moneyActSubject.findMany({
    where: { thing: "investment", id: { in: investmentIds }, act: { kind: { in: ["match", "receipt"] } } },
    select: { actId: true },
    orderBy: { actId: "desc" },
    take: MAX_OPENED,
  });
  const rows = await db.statementLine.findMany({
    where: {
      state: { not: "withdrawn" },
      OR: [
        { bankReference: typed.toUpperCase() },
        ...(kobo !== null ? [{ amount: { in: [kobo, -kobo] } }] : []),
        ...(day ? [{ on: dateOf(day) }] : []),
        { proposedId: { in: investmentIds } },
        { actId: { in: acts.map(({ actId }) => actId) } },
        { id: { in: openLineIds } },
      ],
    },
    select: { id: true },
    orderBy: { id: "desc" },
    take: MAX_FOUND,
  });
  return readLines(rows.map(({ id }) => id));
}

/** Returns the ids of the lines whose texts contain all words, and that are undecided or to be refunded to an unknown sender. */
async function findOpenLines(words: readonly string[]): Promise<string[]> {
  const refunds = await db.amountDue.findMany({
    where: { state: "due", userId: null, lineId: { not: null } },
    select: { lineId: true },
    orderBy: { id: "desc" },
    take: MAX_OPENED,
  });
  const open = await db.statementLine.findMany({
    where: { OR: [{ state: "waiting" }, { id: { in: refunds.flatMap(({ lineId }) => lineId ?? []) } }] },
    orderBy: { id: "desc" },
    take: MAX_OPENED,
  });
  return open.flatMap((line) => {
    const { narration, counterparty } = openTexts(line);
    const text = foldText(`${narration} ${counterparty}`);
    return words.every((word) => text.includes(word)) ? line.id : [];
  });
}

/** Returns the conditions on amounts due. */
const dueConditions = ({
  kobo,
  day,
  investmentIds,
  userIds,
  words,
  openLineIds,
}: Search): Prisma.AmountDueWhereInput[] => [
  { investmentId: { in: investmentIds } },
  { userId: null, lineId: { in: openLineIds } },
  ...(words.length > 0 ? [{ userId: { in: userIds } }] : []),
  ...(kobo !== null ? [{ amount: kobo }] : []),
  ...(day ? [{ on: dateOf(day) }] : []),
];

async function findPayouts(search: Search) {
  const { reference, kobo, day, digits, words, investmentIds, userIds } = search;
  return db.payout.findMany({
    where: {
      OR: [
        ...(reference ? [{ reference }] : []),
        ...(kobo !== null ? [{ amount: kobo }] : []),
        ...(day ? [{ settledOn: dateOf(day) }] : []),
        ...(words.length > 0 ? [{ userId: { in: userIds } }] : []),
        { parts: { some: { investmentId: { in: investmentIds } } } },
        ...(digits ? [{ id: { in: await findPayoutsTo(digits) } }] : []),
      ],
    },
    orderBy: { id: "desc" },
    take: MAX_FOUND,
  });
}

/** Returns the ids of the newest payouts to accounts whose numbers end with these digits. */
async function findPayoutsTo(digits: string): Promise<string[]> {
  const rows = await db.payout.findMany({ orderBy: { id: "desc" }, take: MAX_OPENED });
  return rows
    .filter((row) => openAccount("payouts", row)?.accountNumber.endsWith(digits))
    .map(({ id }) => id);
}

function toFound(payout: Prisma.PayoutModel): FoundPayoutDto {
  const account = openAccount("payouts", payout);
  return {
    _id: payout.id,
    batchId: payout.batchId,
    reference: payout.reference,
    payee: account?.accountName ?? null,
    account: toMasked(account),
    amount: String(payout.amount),
    state: payout.state,
    createdOn: lagosDay(payout.createdAt),
    settledOn: payout.settledOn && dayOf(payout.settledOn),
  };
}
