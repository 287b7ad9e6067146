import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { until } from "../../support/api";
import { freeze } from "../../support/freeze";
import { startDatabase, startServer, type Database } from "../../support/server";
import { resend, sent, servers, METRICS_TOKEN } from "../../support/jobs-tests";
import { expectErrorLog } from "../../support/error-log";

let database: Database;
let sql: pg.Client;

const serve = async (env: Record<string, string> = {}) => {
  const server = await startServer({ database, env: { ...resend.env, METRICS_TOKEN, ...env } });
  servers.push(server);
  return server;
};

let count = 0;

/** Writes an email into the outbox; returns its address and the time of the commit. */
async function mail(): Promise<{ to: string; at: number }> {
  const to = `mail${(count += 1)}@test.example`;
  await transaction((tx) =>
    enqueue(tx, { to, userId: null, template: "submissionApproved", data: { name: "Ada" } }),
  );
  return { to, at: Date.now() };
}

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

describe("jobs (threat 42)", () => {
  it("begin when their change is committed: an email leaves within a second", async () => {
    await serve();
    await sent((await mail()).to);
    const delays: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const { to, at } = await mail();
      delays.push((await sent(to)).at - at);
    }
    expect(Math.max(...delays)).toBeLessThan(1_000);
  });

  it("threat 70: go on after a database that did not answer while two of them ended", async () => {
    expectErrorLog("jobs.interrupted");
    const server = await serve({ DATABASE_TIMEOUT_MS: "500" });
    await sent((await mail()).to);
    resend.next = ["slow", "slow"];
    const interrupted = [await mail(), await mail()];
    await until(() => Promise.resolve(resend.attempts > 2 && resend.next.length === 0), "two deliveries");
    const resume = freeze(database.postgresPid());
    const logged = (event: string) =>
      readFileSync(server.files.stdout, "utf8").split(`"event":"${event}"`).length - 1;
    try {
      await until(() => Promise.resolve(logged("job.failed") === 2), "two failed jobs");
      await until(() => Promise.resolve(logged("jobs.interrupted") > 0), "the end of the runner");
    } finally {
      resume();
    }
    await sent((await mail()).to);
    for (const { to } of interrupted) expect(resend.to(to)).toHaveLength(1);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });
});
