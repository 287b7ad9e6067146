import pg from "pg";
import { describe, expect, it } from "vitest";
import { ask, begin, database, json, metrics, server, observedServer } from "../../support/operations";

observedServer();

const form = { "content-type": "multipart/form-data; boundary=b" };

/** Logins that wait for a locked database and take every concurrency slot, until `release`. */
async function crowd() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
  let over = false;
  const lanes = Array.from({ length: 4 }, async () => {
    const body = JSON.stringify({ email: "nobody@demo.example", password: "not the password" });
    while (!over)
      await (await fetch(`${server.url}/api/auth/login`, { method: "POST", headers: json, body })).text();
  });
  return async () => {
    over = true;
    await client.query("ROLLBACK");
    await client.end();
    await Promise.all(lanes);
  };
}

describe("metrics and traces", () => {
  it("metrics require the token", async () => {
    expect((await ask("/api/metrics")).status).toBe(401);
    expect((await ask("/api/metrics", { authorization: "Bearer a-token-for-prometheuS" })).status).toBe(401);
    await ask("/api/carousel");
    const text = await metrics();
    expect(text).toMatch(
      /seedline_request_seconds_count\{method="GET",route="\/api\/carousel",status="200"\} 1/,
    );
    expect(text).toContain("seedline_mail_waiting 0");
    expect(text).toContain("seedline_verifications_waiting 0");
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
  });
});

describe("a full server (threat 48)", () => {
  it("rejects requests with 503 and Retry-After, and still reports its health and metrics", async () => {
    const release = await crowd();
    try {
      const turnedAway = async (path: string, accept: string) => {
        const { status, headers, text } = await ask(path, { accept });
        return { status, type: headers.get("content-type"), again: headers.get("retry-after"), text };
      };
      await expect
        .poll(() => turnedAway("/api/carousel", "*/*"))
        .toEqual({
          status: 503,
          type: "application/json; charset=utf-8",
          again: "1",
          text: expect.stringContaining('"error":"UNAVAILABLE"') as string,
        });
      await expect
        .poll(() => turnedAway("/plans", "text/html"))
        .toEqual({
          status: 503,
          type: "text/html; charset=utf-8",
          again: "3",
          text: expect.stringContaining("tries again by itself") as string,
        });
      expect((await ask("/api/health")).status).toBe(200);
      expect((await ask("/api/ready")).status).toBe(200);
      expect(await metrics()).toMatch(/seedline_shed_total [1-9]/);
      // Uploads have separate slots.
      const upload = await begin("/api/verification/documents", form);
      expect(await upload.answered).toBe(401);
    } finally {
      await release();
    }
    await expect.poll(async () => (await ask("/api/carousel")).status).toBe(200);
  });
});
