import { withClient } from "../../server/postgres";
import { stack } from "./stack";

/** Writes everything to the database files, as superuser. */
export const checkpoint = () => withClient(stack().databaseUrl, (client) => client.query("CHECKPOINT"));
