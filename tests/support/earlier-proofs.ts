import { replacePassword } from "@/lib/auth/password-reset";
import { hashPassword } from "@/lib/auth/passwords";
import { db, type Tx } from "@/lib/db/client";
import { NEW_PASSWORD } from "./own-account";

/** Proofs given and setups begun before a change of the account do not count after it (threat 53). */
export const setPassword = (userId: string) => async (tx: Tx) =>
  replacePassword(tx, userId, await hashPassword(NEW_PASSWORD), "reset");

export const account = (userId: string) =>
  db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      name: true,
      twoStepSince: true,
      _count: { select: { passkeys: true, archives: true, recoveryCodes: true } },
    },
  });
