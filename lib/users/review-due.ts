import "server-only";
import { dateOf, dayOf, dayWords, lagosDay } from "@/lib/dates";
import { db, type Tx } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** The review date of a customer (product 10.42). After it, nothing new is invested; what is owed is always paid. */

/** Returns the day by which the user had to renew their details; null if it has not passed. */
export async function findOverdueReview(userId: string, reader: Tx | typeof db = db): Promise<string | null> {
  const rating = await reader.riskRating.findFirst({
    where: { userId, reviewDueOn: { lt: dateOf(lagosDay()) } },
    select: { reviewDueOn: true },
  });
  return rating ? dayOf(rating.reviewDueOn!) : null;
}

/** Throws CONFLICT if the user has not renewed their details in time. */
export async function requireReviewed(tx: Tx, userId: string): Promise<void> {
  const day = await findOverdueReview(userId, tx);
  if (day)
    throw new AppError(
      "CONFLICT",
      `Your details had to be renewed by ${dayWords(day)}. Renew them on your dashboard, then you can invest again.`,
    );
}
