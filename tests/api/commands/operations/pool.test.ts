import { describe, expect, it } from "vitest";
import { createPool } from "@/lib/db/pool";

/** Blocks the event loop, as loading code does: responses arrive but are not read. */
function occupyEventLoop(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe("the timeouts of the database", () => {
  it("do not count the time in which this process was busy (ADR 18)", async () => {
    const pool = createPool(process.env["DATABASE_URL"]!, { timeoutMs: 300 });
    try {
      const connected = pool.query("SELECT 1 AS one");
      occupyEventLoop(2_200);
      expect((await connected).rows).toEqual([{ one: 1 }]);
      const answered = pool.query("SELECT 2 AS two");
      occupyEventLoop(500);
      expect((await answered).rows).toEqual([{ two: 2 }]);
    } finally {
      await pool.end();
    }
  });

  it("end a query that is not answered, and destroy its connection", async () => {
    const pool = createPool(process.env["DATABASE_URL"]!, { timeoutMs: 300 });
    pool.on("error", () => undefined);
    try {
      const client = await pool.connect();
      client.on("error", () => undefined);
      await expect(client.query("SELECT pg_sleep(5)")).rejects.toThrow("Query read timeout");
      await expect(client.query("SELECT 1")).rejects.toThrow();
      client.release();
      expect((await pool.query("SELECT 3 AS three")).rows).toEqual([{ three: 3 }]);
    } finally {
      await pool.end();
    }
  });
});
