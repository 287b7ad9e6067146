import { inject } from "vitest";

/**
 * Runs before each file of the tests that need a database, so that lib uses that database and its keys. Hundreds of accounts are built at
 * once, and each waits for the audit rows of the others: the queries of tests may take longer than those of servers, whose 503 clients repeat.
 */
Object.assign(process.env, inject("stack").env, { DATABASE_TIMEOUT_MS: "20000" });
