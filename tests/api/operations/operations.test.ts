import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDatabase, startServer, type Database, type Server } from "../../support/server";
import { json, METRICS_TOKEN, collector } from "../../support/operations";

let database: Database;
let server: Server;

beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  database = await startDatabase();
  server = await startServer({
    database,
    env: {
      METRICS_TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      MAX_REQUESTS: "3",
      MAX_UPLOADS: "2",
      REQUEST_TIMEOUT_SECONDS: "10",
    },
  });
});

afterAll(async () => {
  await server?.stop();
  await database?.stop();
  collector.close();
});

/** Reads the whole response: until then the request is in flight. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const metrics = async () => (await ask("/api/metrics", { authorization: `Bearer ${METRICS_TOKEN}` })).text;

/** A request whose head has arrived and whose body of 1,000 bytes stays incomplete until `finish`. */
async function begin(path: string, headers: Record<string, string | number>) {
  const request = http.request(server.url + path, {
    method: "POST",
    agent: false,
    headers: { "content-length": 1_000, expect: "100-continue", ...headers },
  });
  const answered = new Promise<number>((resolve) => {
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", () => resolve(0));
  });
  await once(request, "continue");
  request.write("{");
  return { answered, finish: () => request.end("}".padEnd(999)) };
}

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
