import "server-only";
import { brand } from "@/lib/brand";
import { AppError } from "@/lib/errors";

/** Accounts closed because their owner has another one (product 10.20). What such an account is owed is still paid. */

/** Returns what the owner of a closed account reads. */
export const closedText = (): string =>
  `This account is closed, because you have another account with us. Use that one. What we owe you here is still paid. If this is wrong, write to ${brand.supportEmail}.`;

/** Throws CONFLICT if the account is closed. */
export function requireNotClosed({ closedAt }: { closedAt: Date | null }): void {
  if (closedAt) throw new AppError("CONFLICT", closedText());
}
