import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { audit } from "@/lib/audit/audit";
import { createClient, transaction } from "@/lib/db/client";
import { person, until } from "../../support/api";
import { stack } from "../../support/stack";

/** A connection after a statement has timed out (threat 44), with a short timeout. */
const db = createClient(stack().databaseUrl, { timeoutMs: 1_000 });
afterAll(() => db.$disconnect());

const pid = async (): Promise<number> => {
  const [row] = await db.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
  return row.pid;
};

describe("a statement that times out (threat 44)", () => {
  it("closes its connection, so that no later statement runs in the open transaction", async () => {
    const [early, late] = [await person(), await person()];
    const [first, second] = [`early ${randomUUID()}`, `late ${randomUUID()}`];
    let stuck = 0;
    const began = Date.now();
    await expect(
      db.$transaction(async (tx) => {
        const [row] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
        stuck = row.pid;
        await tx.user.update({ where: { id: early.id }, data: { name: first } });
        await tx.$executeRaw`SELECT pg_sleep(6)`;
      }),
    ).rejects.toThrow();
    // Before the statement itself ended.
    expect(Date.now() - began).toBeLessThan(6_000);

    await db.user.update({ where: { id: late.id }, data: { name: second } });
    expect(await pid()).not.toBe(stuck);
    // Read on another connection: acknowledged rows are committed, all others are absent.
    const client = new pg.Client({ connectionString: stack().databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query("SELECT name FROM users WHERE name = ANY ($1)", [[first, second]]);
      expect(rows).toEqual([{ name: second }]);
      await until(async () => {
        const left = await client.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [stuck]);
        return left.rowCount === 0;
      }, "the end of the connection");
    } finally {
      await client.end();
    }
  });
});

describe("an audited transaction", () => {
  it("blocks other audited ones only while it commits, however early it was audited", async () => {
    const row = { actorId: null, action: "carousel.created", targetId: null } as const;
    await transaction(async (tx) => {
      await audit(tx, row);
      await transaction((otherTx) => audit(otherTx, row));
    });
  });
});
