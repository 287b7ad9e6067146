import "server-only";
import { openAccount } from "@/lib/bank/sealed-account";
import { dayOf, dayWords, lagosDay } from "@/lib/dates";
import { db, type Prisma } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { PdfWriter } from "@/lib/formats/pdf/document";
import { formatExact } from "@/lib/money";
import { describeAccount } from "@/lib/payouts/accounts";
import type { Viewer } from "@/lib/viewer";
import { letterhead } from "./letterhead";
import { readParty } from "./party";
import { ownedBy, recordOpened, type PdfFile } from "./viewable";

/** Payouts that have an advice: those that were sent to the bank. */
export const advisedPayouts = {
  userId: { not: null },
  batch: { state: "released" },
} as const satisfies Prisma.PayoutWhereInput;

const partInclude = {
  investment: { include: { planVersion: { select: { name: true } } } },
} as const satisfies Prisma.AmountDueInclude;

/** Describes what a part of a payout pays. */
const partWords = ({ source, investment }: Prisma.AmountDueGetPayload<{ include: typeof partInclude }>) =>
  [
    source === "receipt" ? "Refund of a transfer" : "Amount due",
    investment && `Investment ${investment.reference} in ${investment.planVersion.name}`,
  ]
    .filter(Boolean)
    .join("\n");

const stateWords = {
  released: "Sent to your bank",
  paid: "Paid",
  returned: "Returned by the bank: the amount is due to you again",
} as const;

/**
 * Renders the advice of a payout (product 10.37), with the last four digits of the account. Throws NOT_FOUND, including for another
 * investor's payout and before its release. An administrator's opening is recorded as a read.
 */
export async function makePayoutAdvice(viewer: Viewer, id: string): Promise<PdfFile> {
  const payout = await db.payout.findFirst({
    where: {
      AND: [{ id, state: { in: ["released", "paid", "returned"] } }, advisedPayouts, ownedBy(viewer)],
    },
    include: { batch: true, parts: { include: partInclude, orderBy: { id: "asc" } } },
  });
  if (!payout?.userId || !payout.batch?.decidedAt) throw notFound("This payout does not exist");
  await recordOpened(viewer, payout.userId);
  const { reference, amount, parts, settledOn } = payout;
  const releasedAt = payout.batch.decidedAt;
  const { name, address } = await readParty(payout.userId, releasedAt);
  const account = openAccount("payouts", payout);
  const pdf = await PdfWriter.create({
    title: "Payout advice",
    letterhead: letterhead(),
    footer: `Payout ${reference}`,
    date: releasedAt,
  });
  pdf.paragraph(`We have ${payout.state === "paid" ? "paid" : "sent"} you ${formatExact(amount)}.`, {
    isBold: true,
  });
  pdf.facts([
    { label: "Transfer reference", value: reference },
    { label: "Paid to", value: [name, address].filter(Boolean).join("\n") },
    ...(account ? [{ label: "Account", value: describeAccount(account) }] : []),
    { label: "Amount", value: formatExact(amount) },
    { label: "Sent on", value: dayWords(lagosDay(releasedAt)) },
    { label: "State", value: stateWords[payout.state as keyof typeof stateWords] },
    ...(settledOn
      ? [
          {
            label: payout.state === "returned" ? "Returned on" : "Paid on",
            value: dayWords(dayOf(settledOn)),
          },
        ]
      : []),
    ...parts.map((part) => ({
      label: parts.length > 1 ? formatExact(part.amount) : "For",
      value: `${partWords(part)}\nDue since ${dayWords(dayOf(part.on))}`,
    })),
  ]);
  pdf.paragraph(
    "Your account statement shows the returns, the tax withheld and the principal that this pays.",
    {
      isMuted: true,
    },
  );
  return { name: `payout-${reference}.pdf`, bytes: await pdf.save() };
}
