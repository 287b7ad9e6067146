import { inject } from "vitest";

/** Runs before each file of the `api` project, so that lib uses the servers' database and keys. */
Object.assign(process.env, inject("stack").env);
