import { randomUUID } from "node:crypto";
import http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { startDatabase, startServer, type Database, type Server } from "../support/server";
import { mailsTo, until } from "../support/api";

/** A local server that speaks Resend's protocol: POST /emails with an Idempotency-Key. It can fail, stall and forget to answer. */
class FakeResend {
  delivered = new Map<string, { to: string; subject: string; text: string }>();
  /** Deliveries by key, counting what a carrier without idempotency would have sent twice. */
  attempts = 0;
  next: ("ok" | "500" | "late" | "refuse")[] = [];
  private server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      this.attempts += 1;
      const how = this.next.shift() ?? "ok";
      const key = String(request.headers["idempotency-key"] ?? randomUUID());
      const answer = (status: number, body: object) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      if (request.url !== "/emails" || request.headers.authorization !== "Bearer re_test") {
        return answer(401, { name: "missing_api_key", message: "no", statusCode: 401 });
      }
      if (how === "500") return answer(500, { name: "application_error", message: "down", statusCode: 500 });
      if (how === "refuse")
        return answer(422, { name: "validation_error", message: "bad address", statusCode: 422 });
      const mail = JSON.parse(text) as { to: string | string[]; subject: string; text: string };
      this.delivered.set(key, { ...mail, to: [mail.to].flat()[0]! });
      // Accepted, but the answer comes after the client has given up.
      if (how === "late") setTimeout(() => answer(200, { id: key }), 7_000).unref();
      else answer(200, { id: key });
    });
  });
  url = "";
  async start() {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
    return this;
  }
  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
  to = (address: string) => [...this.delivered.values()].filter((mail) => mail.to === address);
}

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
    const server = await startServer({
      database,
      env: {
        RESEND_API_KEY: "re_test",
        RESEND_API_URL: resend.url,
        MAIL_FROM: "Seedline <no-reply@seedline.example>",
      },
    });
    cleanups.push(() => server.stop("SIGKILL"));
    return server;
  };
  return { database, resend, serve };
}

const register = (server: Server, email: string) =>
  fetch(`${server.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Ada Test",
      email,
      phone: "8031234567",
      password: "a long Enough pass-phrase 7",
    }),
  }).then((response) => response.status);

describe("mail is neither lost nor doubled (TRUST 42)", () => {
  it("through failures, answers that come too late and a worker killed in the middle", async () => {
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
  }, 120_000);

  it("an address the carrier refuses is given up, and its code wiped; the others go on", async () => {
    const { database, resend, serve } = await world();
    const server = await serve();
    resend.next = ["refuse"];
    await register(server, "refused@test.example");
    await until(() => Promise.resolve(resend.attempts >= 1), "the first try");
    await register(server, "fine@test.example");
    await until(() => Promise.resolve(resend.to("fine@test.example").length === 1), "the second mail");
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ sent: boolean; failed: boolean; body: string | null }>(
      "SELECT sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, body_cipher AS body FROM mail_outbox ORDER BY created_at",
    );
    await client.end();
    expect(rows).toEqual([
      { sent: false, failed: true, body: null },
      { sent: true, failed: false, body: null },
    ]);
    await server.stop();
  }, 60_000);

  it("is sent only when what it tells of was committed", async () => {
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
    // A mail written afterwards arrives; the one rolled back is not among them.
    const marker = `marker.${randomUUID()}@test.example`;
    await db.$transaction((tx) =>
      enqueue(tx, { to: marker, userId: null, template: "submissionApproved", data: { name: "Ada" } }),
    );
    await until(async () => (await mailsTo(marker)).length === 1, "the marker");
    expect(await mailsTo(address)).toEqual([]);
  });
});
