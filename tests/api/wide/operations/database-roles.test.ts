import { readFileSync } from "node:fs";
import type pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { audit } from "@/lib/audit/audit";
import { transaction } from "@/lib/db/client";
import { setUpRoles } from "../../../../server/database-roles";
import { applyMigrations } from "../../../../server/migrations";
import { buildUser } from "../../../../prisma/seed/builders";
import { until } from "../../../support/api";
import { command } from "../../../support/command";
import { database, ownInstallation } from "../../../support/installation";
import { startServer } from "../../../support/server";
import { ownersIn, connect } from "../../../support/database-roles";

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
  it("are set up by the command on a database that one role owned until then, and may be set up again", async () => {
    await admin.query("CREATE DATABASE older");
    const url = (base: string) => Object.assign(new URL(base), { pathname: "/older" }).href;
    await applyMigrations(url(database.url));
    const older = await connect(url(database.url));
    expect(await ownersIn(older)).toEqual(["seedline"]);
    await older.query("INSERT INTO users (id, email, name, phone, updated_at) VALUES (gen_random_uuid(), 'a@test.example', 'A', '', now())"); // oxfmt-ignore
    const variables = {
      ...database.env,
      DATABASE_ADMIN_URL: url(database.url),
      DATABASE_URL: url(database.env["DATABASE_URL"]!),
      DATABASE_MIGRATION_URL: url(database.env["DATABASE_MIGRATION_URL"]!),
    };
    for (let turn = 0; turn < 2; turn += 1) {
      const { code, stderr } = await command("database-roles", [], variables);
      expect([code, stderr]).toEqual([0, ""]);
    }
    expect(await ownersIn(older)).toEqual(["seedline_owner"]);
    const migration = await connect(variables.DATABASE_MIGRATION_URL);
    await migration.query("CREATE TABLE later (id int)");
    expect(await ownersIn(older)).toEqual(["seedline_owner"]);
    expect((await command("migrate", [], variables)).code).toBe(0);
    const user = await connect(variables.DATABASE_URL);
    await user.query("INSERT INTO later VALUES (1)");
    expect((await user.query("UPDATE users SET name = 'B'")).rowCount).toBe(1);
    await Promise.all([user.end(), migration.end(), older.end()]);
    const { code, stderr } = await command("database-roles", [], {
      ...variables,
      DATABASE_URL: database.url,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("DATABASE_URL must be postgresql://seedline_app"),
    ]);
  });

  it("are missed by a server that connects as the owner, which logs a warning", async () => {
    await buildUser({ n: 1, email: "one@test.example", name: "One", role: "startup" });
    for (const [url, warned] of [
      [database.url, true],
      [database.env["DATABASE_URL"]!, false],
    ] as const) {
      const server = await startServer({ database, env: { DATABASE_URL: url } });
      const hasWarned = () => readFileSync(server.files.stdout, "utf8").includes('"event":"audit.writable"');
      if (warned) await until(() => Promise.resolve(hasWarned()), "the warning");
      else await until(async () => (await fetch(`${server.url}/api/ready`)).ok, "readiness");
      await server.stop();
      expect(hasWarned()).toBe(warned);
    }
  });

  it("still work with the passwords of a second setup", async () => {
    const roles = await setUpRoles(database.url, { app: "new one", migration: "new two" });
    const client = await connect(roles.app);
    expect((await client.query<{ name: string }>("SELECT current_user AS name")).rows).toEqual([
      { name: "seedline_app" },
    ]);
    await client.end();
  });
});
