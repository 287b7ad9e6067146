import { describe, expect, it } from "vitest";
import { createSeedline } from "@/clients/typescript/src/index";
import { audit, auditNow } from "@/lib/audit/audit";
import { db, transaction } from "@/lib/db/client";
import { eventKindNames, type EventDto, type EventKindName } from "@/lib/events/schema";
import { uuidv7 } from "@/lib/ids";
import { admin, call, onDuty, person, urls } from "../../support/api";
import { makeKey } from "../../support/api-keys";

/** Events for programs (product 10.45). */
async function list(key: string, { kind, ...query }: { after: string; kind?: EventKindName; limit: number }) {
  const page = await createSeedline({ baseUrl: urls()[0], key }).get("/api/admin/events", {
    params: { query: { ...query, ...(kind && { kind: [kind] }) } },
  });
  return { ...page, data: page.data as EventDto[] };
}
const lastNumber = async () => {
  const row = await db.auditEvent.findFirst({ orderBy: { seq: "desc" } });
  return String(row?.seq ?? 0);
};

describe("events", () => {
  it("name a submission and its decision by their ids only, to a program with a key", async () => {
    const { key } = await makeKey(await admin(true), { scopes: ["events:read"] });
    const after = await lastNumber();
    const reviewer = await admin();
    const { id, email } = await person({ role: "startup", verification: "pending" });
    const decision = { status: "approved", expectedStatus: "pending" };
    const path = `/api/admin/users/${id}/verification-status`;
    expect((await call("PATCH", path, { token: reviewer.token, body: decision })).status).toBe(200);
    const { data } = await list(key, { after, limit: 500 });
    const own = data.filter(({ about }) => about["userId"] === id);
    expect(own.map(({ kind }) => kind)).toContain("submission.approved");
    const approved = own.find(({ kind }) => kind === "submission.approved")!;
    const { currentSubmissionId } = await db.user.findUniqueOrThrow({ where: { id } });
    expect(approved.about).toEqual({ userId: id, submissionId: currentSubmissionId });
    expect(JSON.stringify(data)).not.toContain(email);
  });

  it("are seen once each, in order, by a reader who continues while 60 changes commit late", async () => {
    const { token } = await admin(true);
    const ids = Array.from({ length: 60 }, () => uuidv7());
    let after = await lastNumber();
    const change = (targetId: string) =>
      transaction(async (tx) => {
        await auditNow(tx, [{ actorId: null, action: "investment.overdue", targetId }]);
        // The row has its number now, and is committed later.
        await tx.$executeRaw`SELECT pg_sleep(random() * 0.02)`;
      });
    let isDone = false;
    const changes = Promise.all(ids.map(change)).finally(() => (isDone = true));
    const seen: EventDto[] = [];
    for (let isLast = false; !isLast;) {
      const wasDone = isDone;
      const page = await list(token, { after, kind: "investment.overdue", limit: 7 });
      seen.push(...page.data);
      after = page.next ?? after;
      isLast = wasDone && !page.hasMore;
    }
    await changes;
    const own = seen.filter(({ about }) => ids.includes(about["investmentId"] ?? ""));
    expect(own.map(({ about }) => about["investmentId"]).toSorted()).toEqual(ids.toSorted());
    const numbers = seen.map(({ number }) => BigInt(number));
    expect(numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)).toBe(true);
  });

  it("are those that the rights of the reader allow, of the last 30 days", async () => {
    const [reviewer, compliance, auditor] = [
      await onDuty("reviewer"),
      await onDuty("compliance"),
      await onDuty("auditor"),
    ];
    const after = await lastNumber();
    const targetId = uuidv7();
    const actions = ["user.registered", "alert.opened", "investment.activated"] as const;
    await transaction(async (tx) => {
      for (const action of actions) await audit(tx, { actorId: null, action, targetId });
    });
    const kindsFor = async (token: string): Promise<EventKindName[]> => {
      const { data } = await list(token, { after, limit: 500 });
      return data.filter(({ about }) => Object.values(about).includes(targetId)).map(({ kind }) => kind);
    };
    expect(await kindsFor(reviewer.token)).toEqual(["user.registered"]);
    expect(await kindsFor(compliance.token)).toEqual([...actions]);
    expect(await kindsFor(auditor.token)).toEqual([...actions]);
  });

  it("have an example of each kind in the document", async () => {
    const text = JSON.stringify(await (await fetch(`${urls()[0]}/api/openapi.json`)).json());
    for (const kind of eventKindNames) expect(text).toContain(`"kind":"${kind}"`);
  });

  it("of an unknown kind or number are refused at the field", async () => {
    const { token } = await admin();
    for (const [query, path] of [
      ["kind=user.exploded", "kind.0"],
      ["after=yesterday", "after"],
      ["limit=0", "limit"],
    ]) {
      const { status, body } = await call("GET", `/api/admin/events?${query}`, { token });
      expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    }
  });
});
