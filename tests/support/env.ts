import { inject } from "vitest";

/** Runs before each file of the `api` project: code under lib then works on the same database and keys as the servers. */
Object.assign(process.env, inject("stack").env);
