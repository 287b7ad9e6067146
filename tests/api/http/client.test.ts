import { describe, expect, it } from "vitest";
import { createSeedline, SeedlineError } from "@/clients/typescript/src/index";
import { audit } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { DEMO_PASSWORD } from "../../../prisma/seed/builders";
import { admin, adminSpec, build, person, times, urls } from "../../support/api";
import { makeKey } from "../../support/api-keys";
import { investor, openPlan, requestBody } from "../../support/investments";
import { applicant } from "../../support/review";
import { appCode } from "../../support/two-step";
import { resetUsedStep, startupWithApp } from "../../support/two-step-account";

/** The TypeScript client (product 10.48) with real servers; only what a network does is simulated. */
const baseUrl = () => urls()[0];

/** Counts the requests, and may change or answer them. */
function network(change: (request: Request, n: number) => Promise<Response> = (request) => fetch(request)) {
  const sent: string[] = [];
  const send = (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return change(request, sent.length);
  };
  return { sent, fetch: send };
}
const busy = (status: number) =>
  Promise.resolve(new Response("{}", { status, headers: { "retry-after": "0" } }));
const failureOf = (call: Promise<unknown>): Promise<SeedlineError> =>
  call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: unknown) => error as SeedlineError,
  );
const collect = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
};

describe("a person's session", () => {
  it("logs in once for calls at the same time, and refreshes once when its token is rejected", async () => {
    const { email } = await build(adminSpec());
    let isExpired = false;
    const { sent, fetch: send } = network((request) => {
      const isCall = request.url.includes("/api/admin/");
      if (isExpired && isCall) request.headers.set("authorization", "Bearer old.old.old");
      if (request.url.endsWith("/refresh")) isExpired = false;
      return fetch(request);
    });
    const seedline = createSeedline({ baseUrl: baseUrl(), email, password: DEMO_PASSWORD, fetch: send });
    const list = () => seedline.get("/api/admin/holidays");
    await times(3, list);
    expect(sent.filter((name) => name.endsWith("/login"))).toHaveLength(1);
    isExpired = true;
    await times(3, list);
    expect(sent.filter((name) => name.endsWith("/refresh"))).toHaveLength(1);
    expect(sent.filter((name) => name.endsWith("/login"))).toHaveLength(1);
  });

  it("logs in again when the session has ended, with a code if the account needs one", async () => {
    const { user, secret } = await startupWithApp();
    await resetUsedStep(user.id);
    const person = { email: user.email, password: DEMO_PASSWORD };
    const without = createSeedline({ baseUrl: baseUrl(), ...person });
    expect((await failureOf(without.get("/api/auth/me"))).code).toBe("TWO_STEP_REQUIRED");
    const seedline = createSeedline({ baseUrl: baseUrl(), ...person, code: () => appCode(secret) });
    expect((await seedline.get("/api/auth/me")).data._id).toBe(user.id);
    await db.session.updateMany({
      where: { userId: user.id },
      data: { endedAt: new Date(), endReason: "expired" },
    });
    await resetUsedStep(user.id);
    expect((await seedline.get("/api/auth/me")).data._id).toBe(user.id);
  });
});

describe("a call", () => {
  it("lists and decides for a reviewer, who may not promote", async () => {
    const [{ id: userId }, { email }] = [await applicant(), await build(adminSpec())];
    const seedline = createSeedline({ baseUrl: baseUrl(), email, password: DEMO_PASSWORD });
    const query = { status: "pending", onlySubmitted: true, excludeAdmin: true } as const;
    const { data, pagination } = await seedline.get("/api/admin/users", { params: { query } });
    expect([data.length > 0, pagination.page]).toEqual([true, 1]);
    const params = { path: { userId } };
    const decision = { status: "rejected", rejectionReason: "Blurred", expectedStatus: "pending" } as const;
    const path = "/api/admin/users/{userId}/verification-status";
    const { data: user } = await seedline.patch(path, { params, body: decision });
    expect(user.verification).toMatchObject({ status: "rejected", rejectionReason: "Blurred" });
    const again = await failureOf(seedline.patch(path, { params, body: decision }));
    expect([again.status, again.code]).toEqual([409, "ALREADY_DECIDED"]);
    const promotion = seedline.patch("/api/admin/users/{userId}/role", { params });
    expect((await failureOf(promotion)).code).toBe("FORBIDDEN");
  });

  it("is repeated after 429, 503 and a lost connection, if it only reads", async () => {
    const { key } = await makeKey(await admin(true), { scopes: ["plans:read"] });
    const { sent, fetch: send } = network((request, n) => {
      if (n === 1) return busy(503);
      if (n === 2) return busy(429);
      return n === 3 ? Promise.reject(new TypeError("lost")) : fetch(request);
    });
    const seedline = createSeedline({ baseUrl: baseUrl(), key, fetch: send });
    expect((await seedline.get("/api/admin/plans")).success).toBe(true);
    expect(sent).toHaveLength(4);
  });

  it("takes effect once when its response is lost, where the contract has an Idempotency-Key", async () => {
    const [{ id, email }, plan] = [await investor(), await openPlan()];
    const { sent, fetch: send } = network(async (request) => {
      const response = await fetch(request);
      if (sent.filter((name) => name === "POST /api/investments").length === 1) throw new TypeError("lost");
      return response;
    });
    const seedline = createSeedline({ baseUrl: baseUrl(), email, password: DEMO_PASSWORD, fetch: send });
    const { data } = await seedline.post("/api/investments", { body: requestBody(plan) });
    expect(sent.filter((name) => name === "POST /api/investments")).toHaveLength(2);
    const stored = await db.investment.findMany({ where: { userId: id } });
    expect(stored.map((investment) => investment.id)).toEqual([data._id]);
  });

  it("that changes something without a key is not repeated", async () => {
    const { key } = await makeKey(await admin(true));
    const { id: userId } = await person({ role: "startup", verification: "pending" });
    const lose = network(() => Promise.reject(new TypeError("lost")));
    const note = { params: { path: { userId } }, body: { text: "Called them" } };
    const lost = createSeedline({ baseUrl: baseUrl(), key, fetch: lose.fetch });
    const error = await failureOf(lost.post("/api/admin/users/{userId}/notes", note));
    expect([error.code, error.status, lose.sent.length]).toEqual(["NETWORK", 0, 1]);
    const refuse = network(() => busy(503));
    const busyClient = createSeedline({ baseUrl: baseUrl(), key, fetch: refuse.fetch });
    await failureOf(busyClient.post("/api/admin/users/{userId}/notes", note));
    expect(refuse.sent).toHaveLength(1);
  });

  it("gives up when Retry-After is longer than it may wait", async () => {
    const limited = () =>
      Promise.resolve(new Response("{}", { status: 429, headers: { "retry-after": "61" } }));
    const { sent, fetch: send } = network(limited);
    const error = await failureOf(createSeedline({ baseUrl: baseUrl(), fetch: send }).get("/api/health"));
    expect([error.status, sent.length]).toEqual([429, 1]);
  });

  it("rejects with the code, the fields and the request id of the response", async () => {
    const visitor = createSeedline({ baseUrl: baseUrl() });
    const body = { name: "Ada", email: "none", phone: "1", password: "short" };
    const error = await failureOf(visitor.post("/api/auth/register", { body }));
    expect(error).toBeInstanceOf(SeedlineError);
    expect([error.status, error.code]).toEqual([422, "VALIDATION_FAILED"]);
    expect(error.fields.map(({ path }) => path)).toEqual(expect.arrayContaining(["email", "password"]));
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    const page = network(() => Promise.resolve(new Response("<html>", { status: 502 })));
    const proxy = createSeedline({ baseUrl: baseUrl(), fetch: page.fetch });
    expect((await failureOf(proxy.get("/api/health"))).code).toBe("UNREADABLE");
  });
});

describe("a list", () => {
  it("of numbered pages is read to its end", async () => {
    const { key } = await makeKey(await admin(true), { scopes: ["users:read"] });
    const name = `Paged ${Date.now()}`;
    const built = await Promise.all([1, 2, 3].map(() => build({ name })));
    const { sent, fetch: send } = network();
    const seedline = createSeedline({ baseUrl: baseUrl(), key, fetch: send });
    const users = await collect(
      seedline.all("/api/admin/users", { params: { query: { q: name, limit: 2, page: 1 } } }),
    );
    expect(users.map(({ _id }) => _id).toSorted()).toEqual(built.map(({ id }) => id).toSorted());
    expect(sent).toHaveLength(2);
  });

  it("of several kinds of events is read to its end", async () => {
    const owner = await admin(true);
    const { key } = await makeKey(owner, { scopes: ["events:read"] });
    const after = String((await db.auditEvent.findFirst({ orderBy: { seq: "desc" } }))?.seq ?? 0);
    const targetId = uuidv7();
    const actions = ["user.registered", "alert.opened", "alert.closed"] as const;
    await transaction(async (tx) => {
      for (const action of actions) await audit(tx, { actorId: null, action, targetId });
    });
    const seedline = createSeedline({ baseUrl: baseUrl(), key });
    const kind = ["user.registered" as const, "alert.closed" as const];
    const events = await collect(
      seedline.all("/api/admin/events", { params: { query: { after, kind, limit: 1 } } }),
    );
    const own = events.filter(({ about }) => "userId" in about && about.userId === targetId);
    expect(own.map((event) => event.kind)).toEqual(kind);
  });

  it("with a cursor is read to its end", async () => {
    const [{ email }, plan] = [await investor(), await openPlan()];
    const { sent, fetch: send } = network();
    const seedline = createSeedline({ baseUrl: baseUrl(), email, password: DEMO_PASSWORD, fetch: send });
    for (const _ of [1, 2, 3]) await seedline.post("/api/investments", { body: requestBody(plan) });
    sent.length = 0;
    const found = await collect(seedline.all("/api/investments", { params: { query: { limit: 1 } } }));
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(3);
    expect(sent).toHaveLength(3);
  });
});
