import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/db/client";
import { enqueue } from "@/lib/mail/outbox";
import { until } from "../../../support/api";
import { start, withLib } from "../../../support/command";
import { jobOf } from "../../../support/jobs";
import { startDatabase, startServer, type Database } from "../../../support/server";
import { sent, resend, servers, METRICS_TOKEN } from "../../../support/jobs-tests";

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
}, 60_000);

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
  it("that always fail are counted and logged, and delay no others", async () => {
    const server = await serve();
    await sql.query("ALTER TABLE email_requests RENAME TO away");
    try {
      await sql.query(
        "SELECT graphile_worker.add_job('resume', max_attempts := 1) FROM generate_series(1, 30)",
      );
      await sent((await mail()).to);
      const metrics = async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        return (await fetch(`${server.url}/api/metrics`, { headers })).text();
      };
      await expect.poll(metrics).toContain('seedline_jobs{job="resume",state="failed"} 30');
      const written = readFileSync(server.files.stdout, "utf8");
      expect(written).toMatch(/"event":"job.failed","jobName":"resume","attempts":1,"final":true/);
      const { rows } = await sql.query<{ error: string }>(
        "SELECT DISTINCT last_error AS error FROM graphile_worker.jobs WHERE task_identifier = 'resume'",
      );
      expect(rows).toEqual([{ error: "P2010" }]);
    } finally {
      await sql.query("ALTER TABLE away RENAME TO email_requests");
      await sql.query("DELETE FROM graphile_worker._private_jobs");
    }
  });

  it("that have begun are completed at the end of a server", async () => {
    const server = await serve();
    resend.next = ["slow"];
    const { to } = await mail();
    await until(
      () => Promise.resolve(resend.attempts > 0 && resend.next.length === 0),
      "the delivery to begin",
    );
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(resend.to(to)).toHaveLength(1);
    expect(await db.mailOutbox.count({ where: { sentAt: null, failedAt: null } })).toBe(0);
  });

  it("of a killed server are released, and not those of a living one", async () => {
    const [one] = await Promise.all([serve(), serve()]);
    const listening = async () => {
      const { rows } = await sql.query<{ name: string }>(
        "SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'pool-%' ORDER BY 1",
      );
      return rows.map(({ name }) => name);
    };
    const both = await until(async () => {
      const names = await listening();
      return names.length === 2 && names;
    }, "both servers to listen");
    // As if each had begun a job of another version long ago, which none of them takes.
    await sql.query("SELECT graphile_worker.add_job('elsewhere') FROM generate_series(1, 2)");
    for (const name of both)
      await sql.query(
        `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - interval '1 hour' WHERE id =
           (SELECT min(id) FROM graphile_worker.jobs WHERE task_identifier = 'elsewhere' AND locked_by IS NULL)`,
        [name],
      );
    const owners = async () => {
      const { rows } = await sql.query<{ name: string }>(
        "SELECT locked_by AS name FROM graphile_worker.jobs WHERE task_identifier = 'elsewhere' AND locked_by IS NOT NULL ORDER BY 1",
      );
      return rows.map(({ name }) => name);
    };
    expect(await owners()).toEqual(both);
    await one.stop("SIGKILL");
    await until(async () => (await owners()).length === 1, "the job of the killed server", 30_000);
    expect(await owners()).toEqual(await listening());
    await sql.query("DELETE FROM graphile_worker._private_jobs");
  }, 60_000);

  it("survive a database that does not store their end", async () => {
    const server = await serve();
    const log = () => readFileSync(server.files.stdout, "utf8");
    await sql.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END';
      CREATE TRIGGER refuse BEFORE DELETE ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const { to } = await mail();
    await until(() => Promise.resolve(log().includes('"event":"jobs.interrupted"')), "the queue to fail");
    await sql.query("DROP TRIGGER refuse ON graphile_worker._private_jobs; DROP FUNCTION refuse()");
    await sent((await mail()).to);
    const left = async () =>
      (await sql.query("SELECT FROM graphile_worker.jobs WHERE locked_by IS NOT NULL")).rowCount;
    await until(async () => (await left()) === 0, "the job to be run again", 45_000);
    expect(resend.to(to)).toHaveLength(1);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  }, 90_000);

  it("are run by npm run worker if the servers run none", async () => {
    const server = await serve({ JOBS_IN_SERVER: "false" });
    const { to } = await mail();
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    expect(resend.to(to)).toEqual([]);
    const worker = start("worker", [], { ...database.env, ...resend.env, NODE_ENV: "production" }, withLib);
    await sent(to);
    worker.end();
    expect(await worker.done).toMatchObject({ code: 0, stderr: "" });
    const { to: later } = await mail();
    const { id } = await db.mailOutbox.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect([resend.to(later), (await jobOf("mail", id))?.attempts]).toEqual([[], 0]);
  }, 60_000);
});
