import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { freshEmail, until } from "../../../support/api";
import {
  ada,
  assign,
  bola,
  database,
  decide,
  servers,
  staff,
  startCases,
  submittedAgo,
  type Person,
} from "../../../support/cases";
import { signInAt } from "../../../support/own-server";
import { startServer } from "../../../support/server";
import { expectErrorLog } from "../../../support/error-log";

/** The live events of cases (product 10.15). */
startCases();

/** Reads the events of a stream; each wait continues after the event found by the previous one. */
async function watch(by: Person) {
  const response = await by.fetch("/api/admin/cases/events");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    end: () => reader.cancel(),
    async ended() {
      for (;;) if ((await reader.read()).done) return;
    },
    async until(wanted: string) {
      const event = `data: ${wanted}\n\n`;
      while (!text.includes(event)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended after ${text}`);
        text += value;
      }
      text = text.slice(text.indexOf(event) + event.length);
    },
  };
}

describe("rights on an open stream (threat 57)", () => {
  it.each([
    [
      "an ended session",
      (id: string) =>
        db.session.updateMany({ where: { userId: id }, data: { endedAt: new Date(), endReason: "revoked" } }),
    ],
    [
      "an idle session",
      (id: string) => db.session.updateMany({ where: { userId: id }, data: { lastSeenAt: new Date(0) } }),
    ],
    ["a changed role", (id: string) => db.user.update({ where: { id }, data: { role: "investor" } })],
    ["a deleted account", (id: string) => db.user.delete({ where: { id } })],
  ])("end with it within seconds: %s", async (_, end) => {
    const reviewer = await staff("Short Time");
    const [stream, otherStream] = [await watch(reviewer), await watch(ada)];
    await stream.until("*");
    await end(reviewer.id);
    await stream.ended();
    const { id } = await submittedAgo(1);
    await assign(ada, [id], ada.id);
    await otherStream.until(id);
    await otherStream.end();
  });
});

describe("live events", () => {
  it("reach the reviewers of both servers at once when a case is claimed or decided, or a guardian is asked", async () => {
    const { id } = await submittedAgo(1);
    const streams = [await watch(ada), await watch(bola)];
    expect(streams[0]!.response.headers.get("content-type")).toBe("text/event-stream");
    for (const stream of streams) await stream.until("*");
    await assign(ada, [id], ada.id);
    for (const stream of streams) await stream.until(id);
    const otherCase = await submittedAgo(1);
    await decide(bola, otherCase.id);
    for (const stream of streams) await stream.until(otherCase.id);
    const request = { userId: id, email: freshEmail("guardian"), tokenHash: id, expiresAt: new Date() };
    await db.guardianRequest.create({ data: request });
    for (const stream of streams) await stream.until(id);
    await Promise.all(streams.map((stream) => stream.end()));
  });

  it("occupy no concurrency slot, and at most 20 are open per reviewer", async () => {
    const server = await startServer({ database, env: { MAX_REQUESTS: "8", APP_URL: servers[0]!.url } });
    const reviewer = { ...bola, ...(await signInAt(server.url, bola.email)) };
    const streams = [];
    for (let n = 0; n < 20; n += 1) streams.push(await watch(reviewer));
    expect((await reviewer.fetch("/api/admin/cases/events")).status).toBe(429);
    expect((await reviewer.send("GET", "/api/admin/cases")).status).toBe(200);
    await streams[0]!.end();
    await until(async () => {
      const response = await reviewer.fetch("/api/admin/cases/events");
      await response.body?.cancel();
      return response.status === 200;
    }, "a free stream");
    // A draining server ends the streams instead of waiting for them.
    expect(await server.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it("continue after the connection to the database was lost", async () => {
    expectErrorLog("jobs.interrupted");
    const { id } = await submittedAgo(1);
    const stream = await watch(ada);
    await stream.until("*");
    await db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN cases' AND usename = current_user`;
    // After a reconnect events may have been missed.
    await stream.until("*");
    await assign(ada, [id], ada.id);
    await stream.until(id);
    await stream.end();
  });
});
