import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeGuards } from "../../../../server/guards";
import { applyMigrations } from "../../../../server/migrations";
import { createUser } from "../../../support/accounts";
import { openPlan } from "../../../support/investments";
import { invest } from "../../../support/ledger";
import { stack } from "../../../support/stack";

const { env } = stack();
const ownerUrl = env["DATABASE_MIGRATION_URL"]!;

/** The owner of the tables, which have rows, and the application's role. */
let owner: pg.Client;
let app: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: ownerUrl });
  app = new pg.Client({ connectionString: env["DATABASE_URL"] });
  await Promise.all([owner.connect(), app.connect()]);
  await createUser({ role: "startup", verification: "approved" });
  await openPlan();
  await invest(1_000_00n);
});
afterAll(() => Promise.all([owner?.end(), app?.end()]));

const migrate = async () => (await applyMigrations(ownerUrl)).guards;
const definitions = () => describeGuards(owner);

/** Changes the record of the installed guards. */
const remember = (change: string) =>
  owner.query(
    `UPDATE _guards SET guards = ${change} WHERE installed_at = (SELECT max(installed_at) FROM _guards)`,
  );

describe("npm run migrate and the guards (ADR 43)", () => {
  it("installs nothing twice", async () => {
    expect(await migrate()).toEqual([]);
  });

  it("installs a guard that is missing, and one that has changed", async () => {
    const before = await definitions();
    await owner.query(`
      ALTER TABLE users DROP CONSTRAINT users_phone_digits;
      DROP TRIGGER ledger_postings_balanced ON ledger_postings;
      DROP VIEW identity_values;
      CREATE OR REPLACE FUNCTION payouts_protect() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`);
    await remember(`guards || '{"function payouts_protect()": "of another text"}'`);
    expect((await migrate()).toSorted()).toEqual([
      "constraint users_phone_digits on users",
      "function payouts_protect()",
      "trigger ledger_postings_balanced on ledger_postings",
      "view identity_values",
    ]);
    expect(await definitions()).toEqual(before);
    // The application's role can also read the new view.
    expect((await app.query("SELECT FROM identity_values LIMIT 1")).rowCount).toBe(1);
  });

  it("drops a guard that is no longer in a file, and leaves all others untouched", async () => {
    const before = await definitions();
    await owner.query(`
      CREATE FUNCTION older(i investments) RETURNS bigint LANGUAGE sql AS 'SELECT i.amount';
      CREATE FUNCTION older_trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
      CREATE TRIGGER older BEFORE INSERT ON plans FOR EACH ROW EXECUTE FUNCTION older_trigger();
      ALTER TABLE plans ADD CONSTRAINT older CHECK (position > -1);
      CREATE VIEW older AS SELECT 1 AS one;
      CREATE VIEW of_somebody_else AS SELECT 1 AS one`);
    const names = [
      "function older(i investments)",
      "function older_trigger()",
      "trigger older on plans",
      "constraint older on plans",
      "constraint older on dropped_table",
      "view older",
    ];
    await remember(`guards || '${JSON.stringify(Object.fromEntries(names.map((name) => [name, "x"])))}'`);
    expect((await migrate()).toSorted()).toEqual(names.toSorted());
    expect((await definitions()).filter(({ name }) => name !== "view of_somebody_else")).toEqual(before);
    await owner.query("DROP VIEW of_somebody_else");
  });

  it("installs all of them on a database with rows, with the same result", async () => {
    const before = await definitions();
    await owner.query("TRUNCATE _guards");
    expect(await migrate()).toHaveLength(before.length);
    expect(await definitions()).toEqual(before);
  });

  it("changes nothing when one of them fails", async () => {
    const before = await definitions();
    await owner.query("ALTER TABLE carousel_items DROP CONSTRAINT carousel_image");
    await owner.query(
      "INSERT INTO carousel_items (id, image, updated_at) VALUES (gen_random_uuid(), 'javascript:1', now())",
    );
    await owner.query("ALTER TABLE users DROP CONSTRAINT users_phone_digits");
    await expect(migrate()).rejects.toThrow(
      /constraint carousel_image on carousel_items of prisma\/guards failed/,
    );
    expect((await definitions()).map(({ name }) => name)).not.toContain(
      "constraint users_phone_digits on users",
    );
    await owner.query("DELETE FROM carousel_items WHERE image = 'javascript:1'");
    await migrate();
    expect(await definitions()).toEqual(before);
  });

  it("waits for a long transaction without stopping the servers", async () => {
    const reader = new pg.Client({ connectionString: env["DATABASE_URL"] });
    await reader.connect();
    await reader.query("BEGIN; SELECT FROM plans LIMIT 1");
    await remember("guards - 'constraint plan_slug on plans'");
    const migration = migrate();
    const isWaiting = async () =>
      (await owner.query("SELECT FROM pg_locks WHERE relation = 'plans'::regclass AND NOT granted")).rowCount;
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
    // This query is queued behind the migration, until the migration gives up its lock request.
    expect((await app.query("SELECT FROM plans LIMIT 1")).rowCount).toBe(1);
    await reader.query("COMMIT");
    await reader.end();
    expect(await migration).toEqual(["constraint plan_slug on plans"]);
  });
});
