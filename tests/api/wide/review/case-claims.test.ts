import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { AssignmentResultDto, CaseSummaryDto } from "@/lib/review/cases/schema";
import { mailsTo, times, until } from "../../../support/api";
import {
  ada,
  assign,
  bola,
  build,
  chief,
  dataOf,
  database,
  decide,
  staff,
  startCases,
  submittedAgo,
  timelineOf,
  type Person,
} from "../../../support/cases";
import { startup, emptyQueue, takeNext, caseOf } from "../../../support/case-claims";

/** Claims: which reviewer works on which case (product 10.15). */
startCases();

const list = async (by: Person, query = "") =>
  dataOf<CaseSummaryDto[]>(await by.send("GET", `/api/admin/cases?limit=50&${query}`));

describe("Take a case", () => {
  it("shows whether the password was reset by email shortly before the submission", async () => {
    const { id } = await submittedAgo(10);
    const resetHoursAgo = async (hours: number | null) => {
      const passwordResetAt = hours === null ? null : new Date(Date.now() - hours * 3_600_000);
      await db.user.update({ where: { id }, data: { passwordResetAt } });
      return (await caseOf(ada, id)).followsReset;
    };
    const answers = [];
    for (const hours of [null, 9, 11, 81, 83]) answers.push(await resetHoursAgo(hours));
    expect(answers).toEqual([false, false, true, true, false]);
  });

  it("never gives one case to two reviewers: 50 calls at a time on two servers", async () => {
    await emptyQueue();
    const ids = (await times(40, () => submittedAgo(1))).map(({ id }) => id);
    const taken = await times(50, (i) => takeNext(i % 2 ? ada : bola));
    const claimed = taken.filter((item) => item !== null).map(({ userId }) => userId);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.sort()).toEqual(ids.sort());
    expect(taken.filter((item) => item === null)).toHaveLength(10);
    expect(await db.auditEvent.count({ where: { action: "case.claimed", targetId: { in: ids } } })).toBe(40);
  });

  it("passes over applicants who have something in common with the reviewer", async () => {
    await emptyQueue();
    const [ownCase, next] = [await submittedAgo(9), await submittedAgo(1)];
    await db.user.update({ where: { id: ownCase.id }, data: { phone: "8039990001" } });
    await db.user.update({ where: { id: ada.id }, data: { phone: "8039990001" } });
    expect((await takeNext(ada))?.userId).toBe(next.id);
    expect(await takeNext(ada)).toBeNull();
    expect((await takeNext(bola))?.userId).toBe(ownCase.id);
    expect((await assign(chief, [ownCase.id], ada.id)).refused).toEqual([
      {
        userId: ownCase.id,
        message: "This reviewer cannot work on this case. Choose another one.",
      },
    ]);
    await db.user.update({ where: { id: ada.id }, data: { phone: "8030000000" } });
  });

  it("waits for the only case while a job changes it", async () => {
    await emptyQueue();
    const { id } = await submittedAgo(1);
    const [taking] = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM submissions WHERE user_id = ${id}::uuid FOR UPDATE`;
      const taken = takeNext(ada);
      await until(async () => {
        const [row] = await db.$queryRaw<[{ waiting: number }]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE OF s%'`;
        return row.waiting > 0;
      }, "the call to wait");
      return [taken];
    });
    expect((await taking)?.userId).toBe(id);
  });

  it("offers a case again after 30 minutes without activity, and after its release", async () => {
    await emptyQueue();
    const { id } = await submittedAgo(1);
    await takeNext(ada);
    const idle = (minutes: number) =>
      db.submission.updateMany({
        where: { userId: id },
        data: { claimActiveAt: new Date(Date.now() - minutes * 60_000) },
      });
    await idle(29);
    expect(await takeNext(bola)).toBeNull();
    // Claiming the same case again renews the claim, but keeps its start.
    const { since } = (await caseOf(ada, id)).claim!;
    expect(await assign(ada, [id], ada.id)).toEqual({ changed: [id], refused: [] });
    expect((await caseOf(bola, id)).claim).toEqual({
      reviewer: { _id: ada.id, name: "Ada Obi" },
      since,
      isMine: false,
    });
    expect(await db.auditEvent.count({ where: { action: "case.claimed", targetId: id } })).toBe(1);
    await idle(31);
    expect((await caseOf(ada, id)).claim).toBeNull();
    expect((await takeNext(bola))?.userId).toBe(id);
    expect((await assign(bola, [id], null)).changed).toEqual([id]);
    expect((await takeNext(ada))?.userId).toBe(id);
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
    await assign(ada, [b.id], ada.id);
    const ids = async (query?: string) => (await list(ada, query)).map(({ _id }) => _id);
    expect(await ids()).toEqual([a.id, b.id, c.id]);
    expect(await ids("order=newest")).toEqual([c.id, b.id, a.id]);
    for (const [days, user] of [
      [2, a],
      [1, b],
      [3, c],
    ] as const)
      // oxfmt-ignore
      await db.submission.updateMany({
        where: { userId: user.id },
        data: { dueAt: new Date(Date.now() + days * 86_400_000) },
      });
    expect(await ids("order=deadline")).toEqual([b.id, a.id, c.id]);
    expect(await ids("assignment=mine")).toEqual([b.id]);
    expect(await ids("assignment=unclaimed")).toEqual([a.id, c.id]);
    expect(await ids("role=investor&assignment=unclaimed")).toEqual([c.id]);
    expect(await ids("q=zainab")).toEqual([a.id]);
    expect((await list(bola, "assignment=mine")).length).toBe(0);
    const second = await ada.send("GET", "/api/admin/cases?limit=1&page=2");
    expect(dataOf<CaseSummaryDto[]>(second)).toMatchObject([{ _id: b.id, claim: { isMine: true } }]);
    for (const [query, total] of [
      ["", 3],
      ["assignment=unclaimed", 2],
      ["assignment=mine", 1],
      ["q=zainab", 1],
    ] as const)
      // oxfmt-ignore
      expect((await ada.send("GET", `/api/admin/cases?${query}`)).body.pagination?.total).toBe(total);
  });

  it("are assigned, handed over and released, by their reviewer or a super administrator", async () => {
    await emptyQueue();
    const [one, two, decided] = [await submittedAgo(3), await submittedAgo(2), await submittedAgo(1)];
    expect((await assign(ada, [one.id, two.id], ada.id)).changed).toEqual([one.id, two.id]);
    expect(await assign(bola, [one.id], bola.id)).toEqual({
      changed: [],
      refused: [{ userId: one.id, message: "Ada Obi is working on this case" }],
    });
    expect((await assign(bola, [one.id], null)).refused).toHaveLength(1);
    await decide(ada, decided.id);
    const handedOver = await assign(ada, [one.id, two.id, decided.id], bola.id, "The photo looks edited");
    expect(handedOver).toEqual({
      changed: [one.id, two.id],
      refused: [{ userId: decided.id, message: "This case has already been decided" }],
    });
    const folder = `${database.dataDir}/outbox`;
    const mails = await until(async () => {
      const found = (await mailsTo(bola.email, folder)).filter(({ subject }) => subject.includes("assigned"));
      return found.length > 0 && found;
    }, "an email about the cases");
    expect(mails.map(({ subject }) => subject)).toEqual(["2 cases were assigned to you"]);
    expect(mails[0]!.text).not.toContain("Ada Test");
    expect((await caseOf(bola, one.id)).claim).toMatchObject({ isMine: true });
    const assigned = (await timelineOf(bola, one.id)).find(({ action }) => action === "assigned");
    expect(assigned).toMatchObject({
      actor: "Ada Obi",
      assignee: "Bola Ade",
      note: "The photo looks edited",
    });
    expect((await assign(chief, [one.id], null)).changed).toEqual([one.id]);
    const member = await build({});
    const answer = await ada.send("POST", "/api/admin/cases/assign", {
      userIds: [one.id],
      reviewerId: member.id,
    });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "reviewerId"]);
  });

  it("are renewed only by the reviewer who holds them, even for a super administrator", async () => {
    const { id } = await submittedAgo(1);
    const renew = async (by: Person) =>
      dataOf<AssignmentResultDto>(
        await by.send("POST", "/api/admin/cases/assign", { userIds: [id], reviewerId: by.id, renew: true }),
      );
    expect(await renew(ada)).toMatchObject({ changed: [], refused: [{ userId: id }] });
    await assign(ada, [id], ada.id);
    expect((await renew(ada)).changed).toEqual([id]);
    expect((await renew(chief)).changed).toEqual([]);
    expect((await caseOf(ada, id)).claim).toMatchObject({ isMine: true });
  });

  it("are given to colleagues at most 60 times an hour, and claimed and released as often as needed", async () => {
    const { id } = await submittedAgo(1);
    const busy = await staff("Efe Busy");
    const give = (reviewerId: string | null) =>
      busy.send("POST", "/api/admin/cases/assign", { userIds: [id], reviewerId });
    for (let n = 0; n < 60; n += 1) expect((await give(ada.id)).status).toBe(200);
    expect([(await give(ada.id)).status, (await give(busy.id)).status, (await give(null)).status]).toEqual([
      429, 200, 200,
    ]);
  });

  it("are released when their reviewer no longer is one", async () => {
    const { id } = await submittedAgo(1);
    const leaving = await staff("Dan Leaving");
    await assign(leaving, [id], leaving.id);
    const path = `/api/admin/users/${leaving.id}/role`;
    expect((await chief.send("PATCH", path, { role: "investor" })).status).toBe(200);
    expect((await caseOf(ada, id)).claim).toBeNull();
    expect((await assign(ada, [id], ada.id)).changed).toEqual([id]);
  });

  it("of 20 reviewers who claim one at the same time, one gets it", async () => {
    const { id } = await submittedAgo(1);
    const results = await times(20, (i) => {
      const by = i % 2 ? ada : bola;
      return assign(by, [id], by.id).then(({ changed }) => changed.length > 0 && by.name);
    });
    expect(new Set(results.filter(Boolean)).size).toBe(1);
    expect(await db.auditEvent.count({ where: { action: "case.claimed", targetId: id } })).toBe(1);
  });
});
