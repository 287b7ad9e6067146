import { afterAll, describe, expect, it } from "vitest";
import pg from "pg";
import { startDatabase, startServer, type Server } from "../../../support/server";
import { answers, documents, until } from "../../../support/api";
import { expectErrorLog } from "../../../support/error-log";

/**
 * threat 40: every change acknowledged with 2xx is stored after a crash, and none is stored partially. The server and then
 * PostgreSQL are killed while applicants submit.
 */
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const PEOPLE = 24;

describe("a crash during submissions (threat 40)", () => {
  it("loses no acknowledged submission and leaves no partial one", async () => {
    expectErrorLog("request.failed", "jobs.interrupted");
    const database = await startDatabase({ durable: true });
    stops.push(() => database.stop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    stops.push(() => client.end());
    let server: Server = await startServer({ database });
    stops.push(() => server.stop("SIGKILL"));

    const api = async (method: string, url: string, token: string | null, body: object | FormData) => {
      const form = body instanceof FormData;
      const response = await fetch(server.url + url, {
        method,
        headers: {
          ...(form ? {} : { "content-type": "application/json" }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: form ? body : JSON.stringify(body),
      });
      return {
        status: response.status,
        body: (await response.json()) as { accessToken?: string; user?: { _id: string } },
      };
    };

    const people: { id: string; email: string; n: number; acknowledged: boolean }[] = [];
    const tokens = new Map<string, string>();
    const password = "a long Enough pass-phrase 7";
    for (let n = 0; n < PEOPLE; n += 1) {
      const email = `crash${n}@test.example`;
      const registered = await api("POST", "/api/auth/register", null, {
        name: "Ada Test",
        email,
        phone: "8031234567",
        password,
      });
      people.push({ id: registered.body.user!._id, email, n, acknowledged: false });
    }
    // Email verification is not part of this test.
    await client.query("UPDATE users SET email_verified_at = now(), role = 'startup'");
    const logIn = async (email: string) => {
      const answer = await api("POST", "/api/auth/login", null, { email, password });
      tokens.set(email, answer.body.accessToken!);
    };
    for (const { email } of people) await logIn(email);

    const submitOne = async (account: (typeof people)[number]) => {
      const token = tokens.get(account.email)!;
      const text = await api("POST", "/api/verification", token, answers(account.n));
      if (text.status !== 200) return;
      const sent = await api("POST", "/api/verification/documents", token, await documents());
      if (sent.status === 200) account.acknowledged = true;
    };
    /** Runs all submissions of a group, and kills the process after the nth acknowledgement. */
    const killAfter = async (group: typeof people, nth: number, kill: () => Promise<unknown>) => {
      let killing: Promise<unknown> | undefined;
      await Promise.allSettled(
        group.map(async (account) => {
          await submitOne(account);
          if (!killing && group.filter((person) => person.acknowledged).length >= nth) killing = kill();
        }),
      );
      await killing;
    };

    await killAfter(people.slice(0, 12), 3, () => server.stop("SIGKILL"));
    server = await startServer({ database });
    await checkAll();
    await killAfter(people.slice(12), 3, async () => {
      // A backend that is killed makes PostgreSQL restart with crash recovery.
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const others = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> $1 LIMIT 1",
        [rows[0]!.pid],
      );
      client.on("error", () => undefined);
      process.kill(others.rows[0]!.pid, "SIGKILL");
    });
    await checkAll();

    // An applicant without an acknowledgement submits again.
    for (const account of people.filter((person) => !person.acknowledged)) {
      await submitOne(account);
      if (!account.acknowledged) {
        // The submission had been committed; only the response was lost.
        const status = await fetch(`${server.url}/api/verification/status`, {
          headers: { authorization: `Bearer ${tokens.get(account.email)}` },
        });
        const { data } = (await status.json()) as { data: { submittedAt: string | null } };
        expect(data.submittedAt).not.toBeNull();
      }
    }

    async function checkAll() {
      const reader = new pg.Client({ connectionString: database.url });
      await reconnect(reader);
      const { rows } = await reader.query<{
        id: string;
        submitted: boolean;
        state: string | null;
        documents: number;
        mails: number;
        audits: number;
        parts: number;
      }>(`
        SELECT u.id, u.submitted_at IS NOT NULL AS submitted, s.state,
          (SELECT count(*)::int FROM documents d JOIN files f ON f.id = d.file_id AND f.attached_at IS NOT NULL WHERE d.submission_id = s.id) AS documents,
          (SELECT count(*)::int FROM mail_outbox m WHERE m.user_id = u.id AND m.template = 'submissionReceived') AS mails,
          (SELECT count(*)::int FROM audit_events a WHERE a.target_id = u.id AND a.action = 'submission.submitted') AS audits,
          (SELECT count(*)::int FROM submissions x WHERE x.user_id = u.id AND x.state = 'pending') AS parts
        FROM users u LEFT JOIN submissions s ON s.id = u.current_submission_id`);
      await reader.end();
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const account of people) {
        const row = byId.get(account.id)!;
        if (account.acknowledged) expect(row.submitted).toBe(true);
        if (row.submitted)
          expect(row).toMatchObject({ state: "pending", documents: 3, mails: 1, audits: 1, parts: 1 });
        else expect(row).toMatchObject({ mails: 0, audits: 0, parts: 0 });
      }
    }
  }, 180_000);
});

/** Connects as soon as PostgreSQL has recovered. */
async function reconnect(client: pg.Client): Promise<void> {
  const { host, port, user = "", password = "", database = "" } = client;
  await until(
    async () => {
      const probe = new pg.Client({ host, port, user, password: password ?? "", database });
      probe.on("error", () => undefined);
      try {
        await probe.connect();
        await probe.end();
        return true;
      } catch {
        return false;
      }
    },
    "PostgreSQL to recover",
    30_000,
  );
  await client.connect();
}
