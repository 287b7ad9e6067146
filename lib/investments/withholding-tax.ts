import "server-only";
import type * as z from "zod";
import { audit } from "@/lib/audit/audit";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { lagosDay, dateOf } from "@/lib/dates";
import { transaction } from "@/lib/db/client";
import { lockSuperAdministrator } from "@/lib/db/lock-viewer";
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

/**
 * Changes the withholding tax rate of all returns due from a day on. Throws FORBIDDEN, RECENTLY_RESET, VALIDATION_FAILED at `from` for a past day or a day
 * with posted returns, and CONFLICT after 1,000 changes. The route requires a fresh proof of identity.
 */
export async function changeTax(
  viewer: Viewer,
  { from, rate }: z.output<typeof taxChangeSchema>,
): Promise<TaxChangeDto[]> {
  return transaction(async (tx) => {
    await lockSuperAdministrator(tx, viewer);
    await requireNoRecentReset(viewer.userId, tx);
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
    await tx.taxChange.create({
      data: { from: dateOf(from), rate, changedById: viewer.userId },
    });
    // The audit log accepts only numbers and codes.
    const [year, month, day] = from.split("-").map(Number) as [number, number, number];
    const data = { year, month, day, rate };
    await audit(tx, { actorId: viewer.userId, action: "tax.changed", targetId: null, data });
    return listTaxChanges(tx);
  });
}
