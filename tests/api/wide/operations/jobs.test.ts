import { readFileSync } from "node:fs";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { until } from "../../../support/api";
import { start, withLib } from "../../../support/command";
import { jobOf } from "../../../support/jobs";
import { type Server } from "../../../support/server";
import {
  database,
  mail,
  METRICS_TOKEN,
  resend,
  sent,
  serve,
  sql,
  jobDatabase,
} from "../../../support/job-servers";
import { expectErrorLog } from "../../../support/error-log";

jobDatabase();

const metricsOf = async ({ url }: Server) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${url}/api/metrics`, { headers })).text();
};

describe("jobs (threat 42)", () => {
  it("that always fail are counted and logged, and do not delay others", async () => {
    const server = await serve();
    await sql.query("ALTER TABLE email_requests RENAME TO away");
    try {
      await sql.query(
        "SELECT graphile_worker.add_job('resume', max_attempts := 1) FROM generate_series(1, 30)",
      );
      await sent((await mail()).to);
      await expect.poll(() => metricsOf(server)).toContain('seedline_jobs{job="resume",state="failed"} 30');
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

  it("that have begun are completed when a server stops", async () => {
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

  it("are released if their server was killed or they were never begun, but not while they run", async () => {
    const env = { DATABASE_TIMEOUT_MS: "60000" };
    const [first, otherServer] = await Promise.all([serve(env), serve(env)]);
    const jobsOf = async (condition: string, values: unknown[] = []) => {
      const { rows } = await sql.query<{ id: string; pool: string; at: Date }>(
        `SELECT id::text, locked_by AS pool, locked_at AS at FROM graphile_worker.jobs WHERE locked_by IS NOT NULL AND ${condition} ORDER BY id`,
        values,
      );
      return rows;
    };
    await Promise.all(
      [first, otherServer].map(({ url }) => until(async () => (await fetch(`${url}/api/ready`)).ok, url)),
    );
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    try {
      await blocker.query("BEGIN; LOCK TABLE mail_outbox");
      // More jobs than one server runs at a time, so that both servers run some.
      await sql.query(
        "SELECT graphile_worker.add_job('mail', json_build_object('id', uuidv7())) FROM generate_series(1, 12)",
      );
      const begun = await until(async () => {
        const running = await jobsOf("task_identifier = 'mail'");
        return running.length === 12 && running;
      }, "twelve jobs");
      await first.stop("SIGKILL");
      // A server has two pools: webhooks have one of their own.
      const living = await until(async () => {
        const { rows } = await sql.query<{ pool: string }>(
          "SELECT DISTINCT application_name AS pool FROM pg_stat_activity WHERE application_name LIKE 'pool-%'",
        );
        return rows.length === 2 && rows.map(({ pool }) => pool);
      }, "the end of the pools of one server");
      const pool = begun.find((job) => living.includes(job.pool))!.pool;
      const killed = async () =>
        (await jobsOf("task_identifier = 'mail' AND locked_by <> ALL ($1)", [living])).length;
      await until(async () => (await killed()) === 0, "the jobs of the killed server");
      // As if the database had assigned a job to a query that had already timed out.
      await sql.query("SELECT graphile_worker.add_job('elsewhere')");
      const elsewhere = "task_identifier = 'elsewhere'";
      await sql.query(
        `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - interval '1 hour', attempts = 1 WHERE id =
           (SELECT id FROM graphile_worker.jobs WHERE ${elsewhere})`,
        [pool],
      );
      await until(async () => (await jobsOf(elsewhere)).length === 0, "the job that was never begun");
      const ownJobs = begun.filter((job) => job.pool === pool);
      expect(ownJobs.length).toBeGreaterThan(0);
      expect(await jobsOf("task_identifier = 'mail'")).toEqual(expect.arrayContaining(ownJobs));
    } finally {
      await blocker.end();
      await sql.query("DELETE FROM graphile_worker._private_jobs");
    }
  });

  it("survive a database that does not store their end", async () => {
    expectErrorLog("jobs.interrupted");
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
    await until(async () => (await left()) === 0, "the job to be run again");
    expect(resend.to(to)).toHaveLength(1);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });

  it("are run by npm run worker if the servers run none", async () => {
    const server = await serve({ JOBS_IN_SERVER: "false" });
    const { to } = await mail();
    const ready = async () => {
      const response = await fetch(`${server.url}/api/ready`);
      const { data } = (await response.json()) as { data: { oldestDueJobSeconds: number } };
      return [response.status, data.oldestDueJobSeconds > 1];
    };
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, true]);
    expect(await metricsOf(server)).toMatch(/^seedline_oldest_due_job_seconds [1-9]/m);
    expect(resend.to(to)).toEqual([]);
    const worker = start("worker", [], { ...database.env, ...resend.env, NODE_ENV: "production" }, withLib);
    await sent(to);
    worker.end();
    expect(await worker.done).toMatchObject({ code: 0, stderr: "" });
    const { to: later } = await mail();
    const { id } = await db.mailOutbox.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect([resend.to(later), (await jobOf("mail", id))?.attempts]).toEqual([[], 0]);
  });
});
