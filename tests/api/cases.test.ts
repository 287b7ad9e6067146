import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { AssignmentsDto, CaseDto, CaseSummaryDto, TimelineEntryDto } from "@/lib/review/cases/schema";
import { buildUser, type UserSpec } from "../../prisma/seed/builders";
import { freshEmail, freshNumber, mailsTo, times, until, type Envelope } from "../support/api";
import { signInAt, type OwnClient } from "../support/own-server";
import { startDatabase, startServer, type Database, type Server } from "../support/server";

/** "Take next" is about the whole queue, so the tests have a database of their own, with two servers. */
let database: Database;
let servers: Server[];

interface Person extends OwnClient {
  id: string;
  email: string;
  name: string;
}
let [ada, bola, chief]: Person[] = [];

const build = async (spec: Partial<UserSpec>) => {
  const email = spec.email ?? freshEmail("case");
  const name = spec.name ?? "Ada Test";
  return { id: await buildUser({ n: freshNumber(), ...spec, email, name }), email, name };
};
async function staff(name: string, server: 0 | 1, isSuper = false): Promise<Person> {
  const email = freshEmail("staff").replace("test.example", "seedline.example");
  const user = await build({ role: "admin", isSuper, name, email });
  return { ...user, ...(await signInAt(servers[server]!.url, email)) };
}
const investor = { role: "investor", investorType: "personal", verification: "pending" } as const;
const startup = { role: "startup", verification: "pending" } as const;
const emptyQueue = () => db.user.deleteMany({ where: { role: { not: "admin" } } });

beforeAll(async () => {
  database = await startDatabase();
  Object.assign(process.env, database.env);
  const first = await startServer({ database });
  servers = [first, await startServer({ database, env: { APP_URL: first.url } })];
  [ada, bola, chief] = [
    await staff("Ada Obi", 0),
    await staff("Bola Ade", 1),
    await staff("Chief Reviewer", 0, true),
  ];
}, 120_000);

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await db.$disconnect();
  await database?.stop();
});

const dataOf = <T>({ body }: { body: Envelope }) => body.data as unknown as T;
const takeNext = async (by: Person, filter: object = {}) =>
  dataOf<CaseDto | null>(await by.send("POST", "/api/admin/cases/next", filter));
const list = async (by: Person, query = "") =>
  dataOf<CaseSummaryDto[]>(await by.send("GET", `/api/admin/cases?limit=50&${query}`));
const assign = async (by: Person, userIds: string[], reviewerId: string | null, note?: string) =>
  dataOf<AssignmentsDto>(await by.send("POST", "/api/admin/cases/assign", { userIds, reviewerId, note }));
const caseOf = async (by: Person, id: string) =>
  dataOf<CaseDto>(await by.send("GET", `/api/admin/users/${id}/case`));
const timelineOf = async (by: Person, id: string) =>
  dataOf<TimelineEntryDto[]>(await by.send("GET", `/api/admin/users/${id}/timeline`));
const decide = (by: Person, id: string, body: object = { status: "approved" }) =>
  by.send("PATCH", `/api/admin/users/${id}/verification-status`, body);
const submittedAgo = async (hours: number, spec: Partial<UserSpec> = investor) => {
  const user = await build(spec);
  const submittedAt = new Date(Date.now() - hours * 3_600_000);
  await db.user.update({ where: { id: user.id }, data: { submittedAt } });
  await db.submission.updateMany({ where: { userId: user.id }, data: { submittedAt } });
  return user;
};

describe("Take next", () => {
  it("claims the case that has waited longest, of the reviewer's filters, and answers null when there is none", async () => {
    await emptyQueue();
    const [newer, oldest, other] = [
      await submittedAgo(2),
      await submittedAgo(9),
      await submittedAgo(20, startup),
    ];
    await submittedAgo(30, { ...investor, verification: "approved" });
    const taken = await takeNext(ada!, { role: "investor" });
    expect(taken).toMatchObject({
      userId: oldest.id,
      status: "pending",
      claim: { reviewer: { _id: ada!.id, name: "Ada Obi" }, isMine: true },
    });
    expect((await takeNext(bola!, { role: "investor", order: "newest" }))?.userId).toBe(newer.id);
    expect(await takeNext(bola!, { role: "investor" })).toBeNull();
    expect((await takeNext(ada!))?.userId).toBe(other.id);
    expect(await takeNext(ada!)).toBeNull();
    expect((await ada!.send("POST", "/api/admin/cases/next", { role: "admin" })).status).toBe(422);
  });

  it("never gives one case to two reviewers: 50 calls at a time on two servers", async () => {
    await emptyQueue();
    const ids = (await times(40, () => submittedAgo(1))).map(({ id }) => id);
    const taken = await times(50, (i) => takeNext(i % 2 ? ada! : bola!));
    const claimed = taken.filter((item) => item !== null).map(({ userId }) => userId);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.sort()).toEqual(ids.sort());
    expect(taken.filter((item) => item === null)).toHaveLength(10);
    expect(await db.auditEvent.count({ where: { action: "case.claimed", targetId: { in: ids } } })).toBe(40);
  });

  it("passes over applicants who have something in common with the reviewer", async () => {
    await emptyQueue();
    const [own, next] = [await submittedAgo(9), await submittedAgo(1)];
    await db.user.update({ where: { id: own.id }, data: { phone: "8039990001" } });
    await db.user.update({ where: { id: ada!.id }, data: { phone: "8039990001" } });
    expect((await takeNext(ada!))?.userId).toBe(next.id);
    expect(await takeNext(ada!)).toBeNull();
    expect((await takeNext(bola!))?.userId).toBe(own.id);
    expect((await assign(chief!, [own.id], ada!.id)).refused).toEqual([
      {
        userId: own.id,
        message: "This reviewer cannot work on this case. Choose another one.",
      },
    ]);
    await db.user.update({ where: { id: ada!.id }, data: { phone: "8030000000" } });
  });

  it("finds a case again after 30 minutes without activity, and after its release", async () => {
    await emptyQueue();
    const { id } = await submittedAgo(1);
    await takeNext(ada!);
    const idle = (minutes: number) =>
      db.submission.updateMany({
        where: { userId: id },
        data: { claimActiveAt: new Date(Date.now() - minutes * 60_000) },
      });
    await idle(29);
    expect(await takeNext(bola!)).toBeNull();
    // Claiming one's own case again shows that one is still active; the claim began when it did.
    const { since } = (await caseOf(ada!, id)).claim!;
    expect(await assign(ada!, [id], ada!.id)).toEqual({ changed: [id], refused: [] });
    expect((await caseOf(bola!, id)).claim).toEqual({
      reviewer: { _id: ada!.id, name: "Ada Obi" },
      since,
      isMine: false,
    });
    expect(await db.auditEvent.count({ where: { action: "case.claimed", targetId: id } })).toBe(1);
    await idle(31);
    expect((await caseOf(ada!, id)).claim).toBeNull();
    expect((await takeNext(bola!))?.userId).toBe(id);
    expect((await assign(bola!, [id], null)).changed).toEqual([id]);
    expect((await takeNext(ada!))?.userId).toBe(id);
  });
});

describe("cases", () => {
  it("are listed by assignment, role and search, the longest waiting or the newest first", async () => {
    await emptyQueue();
    const [a, b, c] = [
      await submittedAgo(3, { ...startup, name: "Zainab Queue" }),
      await submittedAgo(2),
      await submittedAgo(1),
    ];
    await build({ role: "startup" });
    await assign(ada!, [b.id], ada!.id);
    const ids = async (query?: string) => (await list(ada!, query)).map(({ _id }) => _id);
    expect(await ids()).toEqual([a.id, b.id, c.id]);
    expect(await ids("order=newest")).toEqual([c.id, b.id, a.id]);
    for (const [days, user] of [
      [2, a],
      [1, b],
      [3, c],
    ] as const)
      // prettier-ignore
      await db.submission.updateMany({
        where: { userId: user.id },
        data: { dueAt: new Date(Date.now() + days * 86_400_000) },
      });
    expect(await ids("order=deadline")).toEqual([b.id, a.id, c.id]);
    expect(await ids("assignment=mine")).toEqual([b.id]);
    expect(await ids("assignment=unclaimed")).toEqual([a.id, c.id]);
    expect(await ids("role=investor&assignment=unclaimed")).toEqual([c.id]);
    expect(await ids("q=zainab")).toEqual([a.id]);
    expect((await list(bola!, "assignment=mine")).length).toBe(0);
    const second = await ada!.send("GET", "/api/admin/cases?limit=1&page=2");
    expect(dataOf<CaseSummaryDto[]>(second)).toMatchObject([{ _id: b.id, claim: { isMine: true } }]);
    for (const [query, total] of [
      ["", 3],
      ["assignment=unclaimed", 2],
      ["assignment=mine", 1],
      ["q=zainab", 1],
    ] as const)
      // prettier-ignore
      expect((await ada!.send("GET", `/api/admin/cases?${query}`)).body.pagination?.total).toBe(total);
  });

  it("are assigned, handed over and released, by their reviewer or a super administrator", async () => {
    await emptyQueue();
    const [one, two, decided] = [await submittedAgo(3), await submittedAgo(2), await submittedAgo(1)];
    expect((await assign(ada!, [one.id, two.id], ada!.id)).changed).toEqual([one.id, two.id]);
    expect(await assign(bola!, [one.id], bola!.id)).toEqual({
      changed: [],
      refused: [{ userId: one.id, message: "Ada Obi is working on this case" }],
    });
    expect((await assign(bola!, [one.id], null)).refused).toHaveLength(1);
    await decide(ada!, decided.id);
    const handedOver = await assign(ada!, [one.id, two.id, decided.id], bola!.id, "The photo looks edited");
    expect(handedOver).toEqual({
      changed: [one.id, two.id],
      refused: [{ userId: decided.id, message: "This case is already decided" }],
    });
    const folder = `${database.dataDir}/outbox`;
    const mails = await until(async () => {
      const found = (await mailsTo(bola!.email, folder)).filter(({ subject }) =>
        subject.includes("assigned"),
      );
      return found.length > 0 && found;
    }, "an email about the cases");
    expect(mails.map(({ subject }) => subject)).toEqual(["2 cases were assigned to you"]);
    expect(mails[0]!.text).not.toContain("Ada Test");
    expect((await caseOf(bola!, one.id)).claim).toMatchObject({ isMine: true });
    const assigned = (await timelineOf(bola!, one.id)).find(({ action }) => action === "assigned");
    expect(assigned).toMatchObject({
      actor: "Ada Obi",
      assignee: "Bola Ade",
      note: "The photo looks edited",
    });
    expect((await assign(chief!, [one.id], null)).changed).toEqual([one.id]);
    const member = await build({});
    const answer = await ada!.send("POST", "/api/admin/cases/assign", {
      userIds: [one.id],
      reviewerId: member.id,
    });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "reviewerId"]);
  });

  it("are renewed by who works on them only, also for a super administrator", async () => {
    const { id } = await submittedAgo(1);
    const renew = async (by: Person) =>
      dataOf<AssignmentsDto>(
        await by.send("POST", "/api/admin/cases/assign", { userIds: [id], reviewerId: by.id, renew: true }),
      );
    expect(await renew(ada!)).toMatchObject({ changed: [], refused: [{ userId: id }] });
    await assign(ada!, [id], ada!.id);
    expect((await renew(ada!)).changed).toEqual([id]);
    expect((await renew(chief!)).changed).toEqual([]);
    expect((await caseOf(ada!, id)).claim).toMatchObject({ isMine: true });
  });

  it("are given to colleagues at most 60 times an hour, and claimed and released as often as needed", async () => {
    const { id } = await submittedAgo(1);
    const busy = await staff("Efe Busy", 0);
    const give = (reviewerId: string | null) =>
      busy.send("POST", "/api/admin/cases/assign", { userIds: [id], reviewerId });
    for (let n = 0; n < 60; n += 1) expect((await give(ada!.id)).status).toBe(200);
    expect([(await give(ada!.id)).status, (await give(busy.id)).status, (await give(null)).status]).toEqual([
      429, 200, 200,
    ]);
  });

  it("are free again when their reviewer is none any more", async () => {
    const { id } = await submittedAgo(1);
    const leaving = await staff("Dan Leaving", 0);
    await assign(leaving, [id], leaving.id);
    const path = `/api/admin/users/${leaving.id}/role`;
    expect((await chief!.send("PATCH", path, { role: "investor" })).status).toBe(200);
    expect((await caseOf(ada!, id)).claim).toBeNull();
    expect((await assign(ada!, [id], ada!.id)).changed).toEqual([id]);
  });

  it("end with the decision, and the later one of two answers 409", async () => {
    const { id } = await submittedAgo(1);
    await assign(ada!, [id], ada!.id);
    const submissionId = (await caseOf(ada!, id)).submissionId;
    const seen = { expectedStatus: "pending", submissionId };
    expect((await decide(bola!, id, { status: "approved", ...seen })).status).toBe(200);
    const late = await decide(ada!, id, { status: "rejected", rejectionReason: "Blurred photo", ...seen });
    expect([late.status, late.body.error, late.body.message]).toEqual([
      409,
      "ALREADY_DECIDED",
      "This verification has already been approved",
    ]);
    expect(await caseOf(ada!, id)).toEqual({ userId: id, submissionId, status: "approved", claim: null });
    expect((await assign(ada!, [id], ada!.id)).refused).toHaveLength(1);
  });

  it("of 20 reviewers who claim one at the same time, one gets it", async () => {
    const { id } = await submittedAgo(1);
    const results = await times(20, (i) => {
      const by = i % 2 ? ada! : bola!;
      return assign(by, [id], by.id).then(({ changed }) => changed.length > 0 && by.name);
    });
    expect(new Set(results.filter(Boolean)).size).toBe(1);
    expect(await db.auditEvent.count({ where: { action: "case.claimed", targetId: id } })).toBe(1);
  });
});

/** Reads the events of a stream; each wait continues after the event that the one before it found. */
async function watch(by: Person) {
  const response = await by.fetch("/api/admin/cases/events");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    end: () => reader.cancel(),
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

describe("live events", () => {
  it("reach the reviewers of both servers at once when a case is claimed or decided, or a guardian is asked", async () => {
    const { id } = await submittedAgo(1);
    const streams = [await watch(ada!), await watch(bola!)];
    expect(streams[0]!.response.headers.get("content-type")).toBe("text/event-stream");
    for (const stream of streams) await stream.until("*");
    await assign(ada!, [id], ada!.id);
    for (const stream of streams) await stream.until(id);
    const other = await submittedAgo(1);
    await decide(bola!, other.id);
    for (const stream of streams) await stream.until(other.id);
    const request = { userId: id, email: freshEmail("guardian"), tokenHash: id, expiresAt: new Date() };
    await db.guardianRequest.create({ data: request });
    for (const stream of streams) await stream.until(id);
    await Promise.all(streams.map((stream) => stream.end()));
  });

  it("occupy no concurrency slot, and at most 20 are open per reviewer", async () => {
    const server = await startServer({ database, env: { MAX_REQUESTS: "8", APP_URL: servers[0]!.url } });
    const reviewer = { ...bola!, ...(await signInAt(server.url, bola!.email)) };
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
    // A server that drains ends the streams instead of waiting for them.
    expect(await server.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it("go on after the connection to the database was lost", async () => {
    const { id } = await submittedAgo(1);
    const stream = await watch(ada!);
    await stream.until("*");
    await db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN cases' AND usename = current_user`;
    // Connected again: events may have been missed.
    await stream.until("*");
    await assign(ada!, [id], ada!.id);
    await stream.until(id);
    await stream.end();
  });
});

describe("notes and timeline", () => {
  it("show reviewers what happened, with the notes and who wrote them", async () => {
    const { id, email } = await submittedAgo(1);
    await assign(ada!, [id], ada!.id);
    const text = "Compare the NIN 12345678901 with the passport";
    const added = await ada!.send("POST", `/api/admin/users/${id}/notes`, { text, mentions: [bola!.id] });
    expect([added.status, added.body.message]).toEqual([201, "Note added"]);
    const mail = await until(
      async () =>
        (await mailsTo(bola!.email, `${database.dataDir}/outbox`)).find(
          ({ subject }) => subject === "Ada Obi mentioned you in a note",
        ),
      "an email to the mentioned colleague",
    );
    expect(mail.text).toContain(`/admin/verification/${id}`);
    expect(mail.text).not.toContain("12345678901");
    await decide(bola!, id, { status: "rejected", rejectionReason: "Blurred photo" });
    await until(
      async () => (await timelineOf(ada!, id)).some(({ action }) => action === "emailed"),
      "the email",
    );

    const plain = await timelineOf(ada!, id);
    expect(plain.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["emailed", "rejected", "noted", "claimed", "account_read"]),
    );
    expect(plain.find(({ action }) => action === "noted")).toMatchObject({ actor: "Ada Obi", note: text });
    expect(plain.find(({ action }) => action === "rejected")).toMatchObject({ actor: null });
    const full = await timelineOf(chief!, id);
    expect(full.find(({ action }) => action === "rejected")).toMatchObject({ actor: "Bola Ade" });

    // Never to the applicant, nor in the audit chain; deleted with the user.
    const applicant = await signInAt(servers[0]!.url, email);
    expect((await applicant.send("GET", `/api/admin/users/${id}/timeline`)).status).toBe(403);
    const events = await db.auditEvent.findMany({ where: { targetId: id } });
    expect(events.some(({ action }) => action === "case.noted")).toBe(true);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain("passport");
    await chief!.send("DELETE", `/api/admin/users/${id}?reason=test`);
    expect(await db.auditNote.count({ where: { userId: id } })).toBe(0);
  });

  it("are refused when empty, too long, or with a mention of somebody who is no reviewer", async () => {
    const { id } = await submittedAgo(1);
    const add = (body: object) => ada!.send("POST", `/api/admin/users/${id}/notes`, body);
    expect((await add({ text: "  " })).body.errors?.[0]).toEqual({ path: "text", message: "Write a note" });
    expect((await add({ text: "a".repeat(2001) })).status).toBe(422);
    expect((await add({ text: "Look", mentions: [id] })).body.errors?.[0]?.path).toBe("mentions");
    expect(await db.auditNote.count({ where: { userId: id } })).toBe(0);
  });
});
