import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { startDatabase, startServer, type Database, type Server } from "../../../support/server";
import { mailsTo, until } from "../../../support/api";
import { postJson } from "../../../support/own-server";
import { FakeResend } from "../../../support/resend";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function world(): Promise<{ database: Database; resend: FakeResend; serve: () => Promise<Server> }> {
  const database = await startDatabase();
  cleanups.push(() => database.stop());
  const resend = await new FakeResend().start();
  cleanups.push(() => resend.stop());
  const serve = async () => {
    const server = await startServer({ database, env: resend.env });
    cleanups.push(() => server.stop("SIGKILL"));
    return server;
  };
  return { database, resend, serve };
}

const register = (server: Server, email: string) =>
  postJson(`${server.url}/api/auth/register`, {
    name: "Ada Test",
    email,
    phone: "8031234567",
    password: "a long Enough pass-phrase 7",
  }).then((response) => response.status);

describe("mail is neither lost nor sent twice (threat 42)", () => {
  it("despite failures, late responses and a worker killed during delivery", async () => {
    const { resend, serve } = await world();
    const [one, two] = await Promise.all([serve(), serve()]);
    resend.next = ["500", "500", "late", "500"];
    const people = Array.from({ length: 12 }, (_, i) => `p${i}@test.example`);
    for (const [i, email] of people.entries()) expect(await register(i % 2 ? one : two, email)).toBe(201);
    await one.stop("SIGKILL");
    await until(
      () => Promise.resolve(people.every((email) => resend.to(email).length > 0)),
      "every mail",
      60_000,
    );
    for (const email of people) {
      expect(resend.to(email)).toHaveLength(1);
      expect(resend.to(email)[0]!.text).toMatch(/^\d{6}$/m);
    }
    expect(resend.attempts).toBeGreaterThan(people.length);
    await two.stop();
  });

  it("gives up an address that the mail service rejects, deletes its code, and delivers the others", async () => {
    const { database, resend, serve } = await world();
    const server = await serve();
    resend.next = ["refuse"];
    expect(await register(server, "refused@test.example")).toBe(201);
    await until(() => Promise.resolve(resend.attempts >= 1), "the first try");
    expect(await register(server, "fine@test.example")).toBe(201);
    await until(() => Promise.resolve(resend.to("fine@test.example").length === 1), "the second mail");
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const readRows = async () => {
      const { rows } = await client.query<{ sent: boolean; failed: boolean; body: string | null }>(
        "SELECT sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, body_cipher AS body FROM mail_outbox ORDER BY created_at",
      );
      return rows;
    };
    // A delivery is stored shortly after the mail service has answered.
    const rows = await until(async () => {
      const present = await readRows();
      return present.every(({ sent, failed }) => sent || failed) && present;
    }, "the results of both");
    await client.end();
    expect(rows).toEqual([
      { sent: false, failed: true, body: null },
      { sent: true, failed: false, body: null },
    ]);
    await server.stop();
  });

  it("is sent only if its transaction was committed", async () => {
    const { db } = await import("@/lib/db/client");
    const { enqueue } = await import("@/lib/mail/outbox");
    const address = `never.${randomUUID()}@test.example`;
    await expect(
      db.$transaction(async (tx) => {
        await enqueue(tx, {
          to: address,
          userId: null,
          template: "submissionApproved",
          data: { name: "Ada" },
        });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    // An email written later arrives; the rolled-back one does not.
    const marker = `marker.${randomUUID()}@test.example`;
    await db.$transaction((tx) =>
      enqueue(tx, { to: marker, userId: null, template: "submissionApproved", data: { name: "Ada" } }),
    );
    await until(async () => (await mailsTo(marker)).length === 1, "the marker");
    expect(await mailsTo(address)).toEqual([]);
  });
});
