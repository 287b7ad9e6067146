import "server-only";
import { brand } from "@/lib/brand";
import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError, invalid } from "@/lib/errors";
import type { Terms } from "@/lib/plans/terms-schema";
import { holdProblem } from "./rules";
import { readVerifiedAccounts } from "./verified-accounts";

/** What an investor needs for a request, and how much of a plan unpaid requests can hold (product 10.31, ADR 38). */

/** Returns why an approved investor cannot request investments yet, and what to do; null if they can. */
export async function readMissingForRequest(
  userId: string,
  reader: Tx | typeof db = db,
): Promise<string | null> {
  if ((await readVerifiedAccounts([userId], reader)).has(userId)) return null;
  return `We have no verified bank account for you, so we could not pay you. Write to ${brand.supportEmail} to add one.`;
}

/** Throws CONFLICT, with `missing`, for an investor without a verified bank account: their money could never be paid out. */
export async function requireAccount(tx: Tx, userId: string): Promise<void> {
  const problem = await readMissingForRequest(userId, tx);
  if (problem) throw new AppError("CONFLICT", problem, { data: { missing: "bank_account" } });
}

interface PlanCapacity {
  slug: string;
  terms: Pick<Terms, "capacity" | "minimum">;
}

/**
 * Returns how much capacity of a plan the investor's further requests can hold, in kobo; null if the plan has no limit. Unpaid requests of
 * one investor hold at most `MAX_UNPAID_SHARE_PERCENT` of it, but always the minimum of one investment.
 */
export async function readHoldable(
  userId: string,
  { slug, terms: { capacity, minimum } }: PlanCapacity,
  reader: Tx | typeof db = db,
): Promise<bigint | null> {
  if (capacity === null) return null;
  const share = (capacity * BigInt(env.MAX_UNPAID_SHARE_PERCENT)) / 100n;
  const where = { userId, state: "requested", planVersion: { plan: { slug } } } as const;
  const { _sum } = await reader.investment.aggregate({ where, _sum: { amount: true } });
  const left = (share > minimum ? share : minimum) - (_sum.amount ?? 0n);
  return left > 0n ? left : 0n;
}

/** Throws CONFLICT or VALIDATION_FAILED at `amount` if the investor's unpaid requests would hold too much of a locked plan. */
export async function requireHoldable(
  tx: Tx,
  userId: string,
  amount: bigint,
  plan: PlanCapacity,
): Promise<void> {
  const holdable = await readHoldable(userId, plan, tx);
  const problem = holdProblem(amount, holdable, plan.terms.minimum);
  if (problem)
    throw holdable! < plan.terms.minimum ? new AppError("CONFLICT", problem) : invalid("amount", problem);
}
