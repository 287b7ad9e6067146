import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, withClient } from "../../../../server/postgres";
import { until } from "../../../support/api";
import { command, start } from "../../../support/command";
import { startDatabase, startServer, type Database } from "../../../support/server";

/** The database in DATABASE_URL, which may be production. */
let database: Database;
let env: Record<string, string>;
beforeAll(async () => {
  database = await startDatabase();
  env = { ...database.env, DEMO: "", NODE_ENV: "production" };
});
afterAll(() => database?.stop());

const query = (text: string, values: unknown[] = []) =>
  withClient(
    database.url,
    async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
  );
const addUser = (email: string) =>
  query(
    `insert into users (id, email, name, phone, email_verified_at, updated_at) values (gen_random_uuid(), $1, 'One User', '', now(), now())`,
    [email],
  );
const removeUsers = () => query("delete from investments; delete from users");

const isOpen = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, host);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

describe("demo data stays in the demo (threat 56)", () => {
  it("npm run seed adds plans to a given database, and no account", async () => {
    expect(await command("seed", [], env)).toMatchObject({ code: 0 });
    expect(await query("select id from users")).toEqual([]);
    expect((await query("select id from plans")).length).toBeGreaterThan(0);
    const refused = await command("seed", ["--users", "10"], env);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("demo's own database only") });
    expect(await query("select id from users")).toEqual([]);
  });

  it("quickstart does not touch a given database without --demo, nor one with users", async () => {
    const plain = await command("quickstart", [], env);
    expect(plain).toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_URL is set") });

    await addUser("ada@company.example");
    const filled = await command("quickstart", ["--demo"], { ...env, PORT: String(await freePort()) });
    expect(filled).toMatchObject({ code: 1, stderr: expect.stringContaining("has users") });
    expect(await query("select email from users")).toEqual([{ email: "ada@company.example" }]);
    await removeUsers();
  });

  it("quickstart --demo does not touch an empty database that another program uses", async () => {
    await withClient(database.url, async () => {
      const port = String(await freePort());
      const used = await command("quickstart", ["--demo"], { ...env, PORT: port });
      expect(used).toMatchObject({ code: 1, stderr: expect.stringContaining("Another program") });
    });
    expect(await query("select email from users")).toEqual([]);
  });

  it("quickstart --demo fills an empty database and listens on this machine only", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-demo-"));
    const port = await freePort();
    const quickstart = start("quickstart", ["--demo"], {
      ...env,
      DATA_DIR: folder,
      PORT: String(port),
      // The address used for the build.
      APP_URL: "http://localhost:3000",
    });
    const health = () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      await until(health, "quickstart", 60_000);
      expect(await isOpen(port, "127.0.0.2")).toBe(false);
      expect(await query("select 1 from users where email = 'super@seedline.example'")).toHaveLength(1);
    } finally {
      quickstart.kill();
      await quickstart.done;
      fs.rmSync(folder, { recursive: true, force: true });
      await removeUsers();
    }
  });

  it.each(["super@seedline.example", "sample07@demo.example"])(
    "the production server does not start while %s exists",
    async (email) => {
      await addUser(email);
      await expect(startServer({ database, env: { DEMO: "" } })).rejects.toThrow(email);
      // In demo mode it starts, for this machine only.
      const demo = await startServer({ database, env: { HOST: "" } });
      expect(await isOpen(Number(new URL(demo.url).port), "127.0.0.2")).toBe(false);
      await demo.stop();
      await removeUsers();
      const server = await startServer({ database, env: { DEMO: "" } });
      await server.stop();
      // Anyone can register this address, which must not prevent the server from starting.
      await addUser(email);
      await query("update users set email_verified_at = null");
      const next = await startServer({ database, env: { DEMO: "" } });
      await next.stop();
      await removeUsers();
    },
  );
});
