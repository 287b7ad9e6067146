import pg from "pg";
import { describe, expect, it } from "vitest";
import { command } from "../../../support/command";
import {
  ask,
  begin,
  database,
  json,
  metrics,
  server,
  spans,
  observedServer,
} from "../../../support/operations";

observedServer();

describe("metrics and traces", () => {
  it("spans reach the collector without personal data", async () => {
    await ask("/reset-password?token=canary-token-1");
    await ask("/api/admin/users?q=canary-search-2");
    await ask("/no-such-page-canary-path?x=canary-query-3", { "user-agent": "canary-agent-4" });
    await expect.poll(() => spans.join(""), { timeout: 10_000 }).toContain("/api/admin/users");
    await expect.poll(() => spans.join("")).toContain("reset-password");
    expect(spans.join("")).not.toMatch(/canary-(?:token|search|query|agent)/);
  });
});

describe("a full server (threat 48)", () => {
  it("is not caused by clients that send slowly", async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => begin("/api/auth/login", json)));
    expect((await ask("/api/carousel")).status).toBe(200);
    expect((await ask("/plans", { accept: "text/html" })).status).toBe(200);
    const login = await fetch(`${server.url}/api/auth/login`, { method: "POST", headers: json, body: "{}" });
    expect(login.status).toBe(422);
    // They are admitted like any other request once the body is complete.
    for (const { finish, answered } of slow.slice(0, 3)) {
      finish();
      expect(await answered).toBe(422);
    }
    // Node's request timeout ends the others.
    expect(new Set(await Promise.all(slow.slice(3).map(({ answered }) => answered)))).toEqual(new Set([408]));
  });
});

describe("readiness", () => {
  const ready = async () => {
    const { status, text } = await ask("/api/ready");
    return { status, data: (JSON.parse(text) as { data: Record<string, boolean | number> }).data };
  };
  /** A readiness response is cached for a second. */
  const seconds = { timeout: 10_000 };
  const oldestDueJobSeconds = expect.any(Number) as number;
  const all = {
    database: true,
    migrations: true,
    guards: true,
    disk: true,
    staying: true,
    audit: true,
    oldestDueJobSeconds,
  };

  it("requires every migration to be complete", async () => {
    await expect.poll(ready, seconds).toEqual({ status: 200, data: all });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count)
        VALUES ('half', 'x', '29991231000000_half', 0)`);
      await expect.poll(ready, seconds).toEqual({ status: 503, data: { ...all, migrations: false } });
      await client.query(`DELETE FROM _prisma_migrations WHERE id = 'half'`);
      await client.query(
        `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
      );
      await expect.poll(ready, seconds).toEqual({ status: 503, data: { ...all, migrations: false } });
      await client.query(`UPDATE _prisma_migrations SET rolled_back_at = NULL`);
      await expect.poll(ready, seconds).toEqual({ status: 200, data: all });
    } finally {
      await client.end();
    }
  });

  it("requires the guards of this version, also if those of a newer one have replaced them", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`INSERT INTO _guards (hash, guards) VALUES ('newer', '{}')`);
      await expect.poll(ready, seconds).toEqual({ status: 200, data: all });
      await client.query(`UPDATE _guards SET hash = 'older' WHERE hash <> 'newer'`);
      await expect.poll(ready, seconds).toEqual({ status: 503, data: { ...all, guards: false } });
      await client.query(`TRUNCATE _guards`);
      expect((await command("migrate", [], database.env)).stdout).toMatch(/^Installed \d+ guards: /);
      await expect.poll(ready, seconds).toEqual({ status: 200, data: all });
      expect((await command("migrate", [], database.env)).stdout).toBe("The database is up to date.\n");
    } finally {
      await client.end();
    }
  });

  it("requires the database, liveness does not", async () => {
    await database.stop();
    await expect.poll(ready, seconds).toEqual({
      status: 503,
      data: { ...all, database: false, migrations: false, guards: false, oldestDueJobSeconds: null },
    });
    expect((await ask("/api/health")).status).toBe(200);
    expect(await metrics()).toContain("seedline_mail_waiting Nan");
  });
});
