import "server-only";
import type * as z from "zod";
import { propose, transactionOrProposal } from "@/lib/approvals/proposals";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lagosDay, dateOf } from "@/lib/dates";
import type { Tx } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, invalid } from "@/lib/errors";
import { AdvisoryLock, lock } from "@/lib/locks";
import type { Viewer } from "@/lib/viewer";
import { MAX_TAX_CHANGES, readTaxChanges } from "./instalments";
import type { TaxChangeDto, taxChangeSchema } from "./returns-schema";

/** Returns the changes to the withholding tax rate, newest first (product 10.33). For administrators. */
export const listTaxChanges = async (
  reader?: Parameters<typeof readTaxChanges>[0],
): Promise<TaxChangeDto[]> =>
  (await readTaxChanges(reader))
    .reverse()
    .map(({ changedAt, ...change }) => ({ ...change, changedAt: changedAt.toISOString() }));

type TaxChange = z.output<typeof taxChangeSchema>;

/**
 * Proposes a withholding tax rate for all returns due from a day on. Always throws CONFIRMATION_REQUIRED, unless it throws FORBIDDEN,
 * RECENTLY_RESET, VALIDATION_FAILED at `from` for a past day or a day with posted returns, or CONFLICT after 1,000 changes. The route
 * requires a fresh proof of identity.
 */
export async function changeTax(viewer: Viewer, { from, rate }: TaxChange): Promise<never> {
  return transactionOrProposal<never>(async (tx) => {
    await lockAdministrator(tx, viewer, "super");
    await requireNoRecentReset(viewer.userId, tx);
    await requireChangeable(tx, from);
    return propose(tx, viewer, { kind: "tax_change", targetId: null, payload: { from, rate } });
  });
}

async function requireChangeable(tx: Tx, from: string): Promise<void> {
  await lock(tx, AdvisoryLock.withholdingTax);
  if (from < lagosDay()) throw invalid("from", "Choose today or a later day");
  const [row] = await tx.$queryRaw<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM ledger_entries WHERE kind = 'return_due' AND on_day >= ${from}::date) AS found`;
  if (row.found)
    throw invalid("from", "Returns for this day have been posted at the current rate. Choose a later day.");
  if ((await tx.taxChange.count()) >= MAX_TAX_CHANGES)
    throw new AppError(
      "CONFLICT",
      "The limit of rate changes is reached. Contact your system administrator.",
    );
}

/** Stores a rate that the viewer has confirmed. Throws like `changeTax`. */
export async function executeTaxChange(
  tx: Tx,
  { userId }: Viewer,
  { from, rate }: TaxChange,
  proposedBy: string,
): Promise<void> {
  await requireChangeable(tx, from);
  await tx.taxChange.create({ data: { from: dateOf(from), rate, changedById: proposedBy } });
  // The audit log accepts only numbers and codes.
  const [year, month, day] = from.split("-").map(Number) as [number, number, number];
  const data = { year, month, day, rate, proposedBy };
  await audit(tx, { actorId: userId, action: "tax.changed", targetId: null, data });
}
