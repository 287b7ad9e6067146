import "server-only";
import { clientOverride, db, Prisma } from "./client";

/**
 * Runs reads in one transaction, so that all of them see the database as it was at the first. `work` must only read, and its statements run
 * one after the other. As in every transaction, the first statement that fails makes the others fail.
 */
export const readConsistently = <T>(work: () => Promise<T>): Promise<T> =>
  db.$transaction((tx) => clientOverride.run(tx, work), {
    isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
  });
