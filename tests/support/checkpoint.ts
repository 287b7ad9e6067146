import { inject } from "vitest";
import { withClient } from "../../server/postgres";

/** Writes everything to the database files, as superuser. */
export const checkpoint = () =>
  withClient(inject("stack").databaseUrl, (client) => client.query("CHECKPOINT"));
