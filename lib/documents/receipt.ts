import "server-only";
import { dayOf, dayWords } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { PdfWriter } from "@/lib/formats/pdf/document";
import type { EntryKind } from "@/lib/ledger/rules";
import { formatExact } from "@/lib/money";
import type { Viewer } from "@/lib/viewer";
import { letterhead } from "./letterhead";
import { readParty } from "./party";
import { ownedBy, recordOpened, type PdfFile } from "./viewable";

/** The entry that a receipt confirms. A reversed one was a mistake, so it has no receipt. */
export const receiptEntries = { kind: "receipt_match" satisfies EntryKind, reversedBy: null } as const;

/** Returns the amount of an entry, the sum of its debits, in kobo. */
export const entryAmount = ({ postings }: { postings: readonly { amount: bigint }[] }): bigint =>
  postings.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);

/**
 * Renders the receipt of a payment for an investment (product 10.37). Throws NOT_FOUND, including for another investor's investment and for
 * a corrected payment. An administrator's opening is recorded as a read.
 */
export async function makeReceipt(viewer: Viewer, id: string, entryId: string): Promise<PdfFile> {
  const investment = await db.investment.findFirst({
    where: { id, ...ownedBy(viewer) },
    include: { planVersion: { select: { name: true } } },
  });
  const entry = await db.ledgerEntry.findFirst({
    where: { id: entryId, subjectId: id, ...receiptEntries },
    include: { postings: true },
  });
  if (!investment || !entry) throw notFound("This receipt does not exist");
  await recordOpened(viewer, investment.userId);
  const { reference, amount, planVersion } = investment;
  const { name, address } = await readParty(investment.userId, entry.createdAt);
  const pdf = await PdfWriter.create({
    title: "Receipt",
    letterhead: letterhead(),
    footer: `Receipt ${entryId}`,
    date: entry.createdAt,
  });
  pdf.paragraph(`We have received ${formatExact(entryAmount(entry))}.`, { isBold: true });
  pdf.facts([
    { label: "Receipt number", value: entryId },
    { label: "Received from", value: [name, address].filter(Boolean).join("\n") },
    { label: "Amount", value: formatExact(entryAmount(entry)) },
    { label: "Received on", value: dayWords(dayOf(entry.on)) },
    { label: "For", value: `Investment ${reference} of ${formatExact(amount)} in ${planVersion.name}` },
  ]);
  pdf.paragraph("An investment starts on the day on which its full amount has arrived.", { isMuted: true });
  return { name: `receipt-${reference}-${dayOf(entry.on)}.pdf`, bytes: await pdf.save() };
}
