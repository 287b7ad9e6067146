import { inject } from "vitest";

/** Runs before each file of the tests that need a database, so that lib uses that database and its keys. */
Object.assign(process.env, inject("stack").env);
