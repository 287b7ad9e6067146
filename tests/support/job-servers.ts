import pg from "pg";
import { afterAll, afterEach, beforeAll } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { until } from "./api";
import { FakeResend } from "./resend";
import { startDatabase, startServer, type Database, type Server } from "./server";

/** The job queue (ADR 33), with a separate database. */
export const METRICS_TOKEN = "a-token-for-prometheus";

export const resend = new FakeResend();

const servers: Server[] = [];

export const sent = (to: string) => until(() => Promise.resolve(resend.to(to)[0]), `the email to ${to}`);

export let database: Database;
export let sql: pg.Client;

/** Starts a server, which is killed after the test. */
export const serve = async (env: Record<string, string> = {}) => {
  const server = await startServer({ database, env: { ...resend.env, METRICS_TOKEN, ...env } });
  servers.push(server);
  return server;
};

let count = 0;

/** Writes an email into the outbox; returns its address and the time of the commit. */
export async function mail(): Promise<{ to: string; at: number }> {
  const to = `mail${(count += 1)}@test.example`;
  await transaction((tx) =>
    enqueue(tx, { to, userId: null, template: "submissionApproved", data: { name: "Ada" } }),
  );
  return { to, at: Date.now() };
}

/** Starts the database of a file before its tests, and stops it after them. */
export function jobDatabase(): void {
  beforeAll(async () => {
    database = await startDatabase();
    Object.assign(process.env, database.env);
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    await resend.start();
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop("SIGKILL")));
    resend.next = [];
  });

  afterAll(async () => {
    await sql?.end();
    await db.$disconnect();
    await database?.stop();
    resend.stop();
  });
}
