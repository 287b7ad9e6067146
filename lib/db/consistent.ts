import "server-only";
import { clientOverride, db, Prisma } from "./client";

/**
 * Runs reads in one transaction, so that all of them see the same snapshot. `work` must only read, and its statements run sequentially. As
 * in any transaction, once a statement fails, all later statements fail too.
 */
export const readConsistently = <T>(work: () => Promise<T>): Promise<T> =>
  db.$transaction((tx) => clientOverride.run(tx, work), {
    isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
  });
