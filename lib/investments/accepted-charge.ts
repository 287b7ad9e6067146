import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { formatKobo } from "@/lib/money";

/** Differences that an administrator accepts as a bank charge, so that a short transfer completes an investment (product 10.32). */

const KOBO = 100n;

/** Returns the largest difference that may be accepted, in kobo. */
export const maxAcceptedCharge = (): bigint => BigInt(env.MATCH_TOLERANCE_NAIRA) * KOBO;

/** Throws CONFLICT unless a difference is what a receipt leaves missing of an investment, and may be accepted. In kobo. */
export function requireAcceptable(charge: bigint, missing: bigint): void {
  if (charge !== missing)
    throw new AppError(
      "CONFLICT",
      `The investment has changed: ${formatKobo(missing)} would be missing, not ${formatKobo(charge)}. Check the amounts again.`,
    );
  if (charge > maxAcceptedCharge())
    throw new AppError(
      "CONFLICT",
      `At most ${formatKobo(maxAcceptedCharge())} can be accepted as a bank charge, not ${formatKobo(charge)}`,
    );
}
