import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { audit } from "@/lib/audit/audit";
import { transaction } from "@/lib/db/client";
import { setUpRoles } from "../../../../server/database-roles";
import { verifyChain } from "../../../support/chain";
import { ownersIn, connect } from "../../../support/database-roles";
import { database, ownInstallation } from "../../../support/installation";

/** Database roles; in a separate database, because the tests change them. */
let app: pg.Client;
let admin: pg.Client;

ownInstallation({ count: 0 }, async () => {
  app = await connect(database.env["DATABASE_URL"]!);
  admin = await connect(database.url);
  for (let row = 0; row < 20; row += 1)
    await transaction((tx) => audit(tx, { actorId: null, action: "carousel.created", targetId: null }));
});

afterAll(() => Promise.all([app?.end(), admin?.end()]));

describe("the roles of the database (threat 55)", () => {
  it.each([
    "DELETE FROM audit_events WHERE seq > (SELECT max(seq) - 10 FROM audit_events)",
    "UPDATE audit_events SET action = 'x' WHERE seq = 1",
    "TRUNCATE audit_events",
    "ALTER TABLE audit_events DISABLE TRIGGER USER",
    "DROP TABLE audit_events",
    "ALTER TABLE audit_events RENAME TO other",
    "CREATE TRIGGER own BEFORE INSERT ON audit_events EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE own AS ON INSERT TO audit_events DO INSTEAD NOTHING",
    "CREATE TABLE own (id int)",
    "CREATE TEMPORARY TABLE own (id int)",
    "CREATE TRIGGER own AFTER INSERT ON audit_events EXECUTE FUNCTION ledger_add_to_balances()",
    "SET ROLE seedline_owner",
    "GRANT seedline_owner TO seedline_app",
    "SET session_replication_role = replica",
    "UPDATE ledger_accounts SET balance = 0",
    "ALTER TABLE ledger_postings DISABLE TRIGGER USER",
    "CREATE OR REPLACE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "DELETE FROM _prisma_migrations",
    "DELETE FROM _guards",
    "DELETE FROM restores",
    "DELETE FROM graphile_worker.migrations",
    "DROP POLICY app ON graphile_worker._private_jobs",
    "CREATE TABLE graphile_worker.own (id int)",
    "TRUNCATE graphile_worker._private_jobs",
  ])("do not allow the application: %s", async (statement) => {
    await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    expect(await verifyChain(database.url)).toBeGreaterThanOrEqual(20);
  });

  it("allow the application to read and write every other table, and to own nothing", async () => {
    const { rows } = await app.query<{ name: string; allowed: string[] }>(
      `SELECT relname AS name, array(
         SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS p
         WHERE has_table_privilege(oid, p)) AS allowed
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name, allowed } of rows) {
      const expected =
        /^(audit_events|ledger_(accounts|entries|postings)|tax_changes|money_act_subjects|restores)$/.test(
          name,
        )
          ? ["SELECT", "INSERT"]
          : /^(_guards|_prisma_migrations)$/.test(name)
            ? ["SELECT"]
            : ["SELECT", "INSERT", "UPDATE", "DELETE"];
      expect([name, allowed]).toEqual([name, expected]);
    }
    expect(await ownersIn(admin)).toEqual(["seedline_owner"]);
  });

  it("have passwords that a log of all statements does not contain", async () => {
    const passwordOf = (name: string) => new URL(database.env[name]!).password;
    const passwords = {
      app: passwordOf("DATABASE_URL"),
      migration: passwordOf("DATABASE_MIGRATION_URL"),
    };
    await admin.query("ALTER SYSTEM SET log_statement = 'all'");
    await admin.query("SELECT pg_reload_conf()");
    await vi.waitFor(
      async () => expect((await admin.query("SHOW log_statement")).rows).toEqual([{ log_statement: "all" }]),
      60_000,
    );
    const addresses = await setUpRoles(database.url, passwords);
    const text = readFileSync(path.join(database.dataDir, "postgres.log"), "utf8");
    expect(text).toContain("alter role seedline_app login password");
    for (const password of Object.values(passwords)) expect(text).not.toContain(password);
    for (const url of Object.values(addresses)) await (await connect(url)).end();
  });
});
