import { describe, expect, it } from "vitest";
import { deadlineAfter } from "@/lib/calendar/business-day-rules";
import { readDeadlines, readHolidays } from "@/lib/calendar/deadlines";
import type { HolidayDto, ReviewDeadlineDto } from "@/lib/calendar/schema";
import { db } from "@/lib/db/client";
import { emailAboutLateCases } from "@/lib/review/cases/late";
import type { UserDto, UserSummaryDto } from "@/lib/users/dto";
import { sampleAnswers, type UserSpec } from "../../../../prisma/seed/builders";
import { documents, freshNumber, times } from "../../../support/api";
import { THURSDAY, build, pending } from "../../../support/business-days";
import { server, servers, staff, ownInstallation, type Staff } from "../../../support/installation";
import { signInAt, type OwnClient } from "../../../support/own-server";

/** Public holidays and deadlines (product 10.17), in a separate database because they apply to a whole installation. */
let firstEditor: Staff, secondEditor: Staff;
ownInstallation({ count: 2 }, async () => {
  firstEditor = await staff();
  secondEditor = await staff("Bola Ade", false, servers[1]!);
});

const add = (date: string, name = "A holiday", by: OwnClient = firstEditor) =>
  by.send("PUT", `/api/admin/holidays/${date}`, { name });
const remove = (date: string, by: OwnClient = firstEditor) =>
  by.send("DELETE", `/api/admin/holidays/${date}`);
const setDays = (queue: string, businessDays: number, by: OwnClient = firstEditor) =>
  by.send("PUT", `/api/admin/review-deadlines/${queue}`, { businessDays });
const holidays = async () =>
  (await firstEditor.send("GET", "/api/admin/holidays")).body.data as unknown as HolidayDto[];
const auditOf = async (action: string) =>
  (await db.auditEvent.findMany({ where: { action }, orderBy: { seq: "asc" } })).map(({ actorId, data }) => [
    actorId,
    data,
  ]);
const submissionOf = (userId: string) =>
  db.submission.findFirstOrThrow({ where: { currentOf: { id: userId } } });
const dueOf = async (userId: string) => (await submissionOf(userId)).dueAt?.toISOString();

describe("the public holidays", () => {
  it("of this and the next year are preset, and listed by date", async () => {
    const list = await holidays();
    const dates = list.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
    for (const year of ["2026", "2027"])
      expect(dates.filter((date) => date.startsWith(year))).toHaveLength(13);
    expect(list).toContainEqual({ date: "2026-04-03", name: "Good Friday" });
    expect(list).toContainEqual({ date: "2027-03-29", name: "Easter Monday" });
    expect(list).toContainEqual({ date: "2027-05-17", name: "Eid-el-Kabir (expected)" });
  });

  it("move the deadlines of pending submissions, and only of those, with an audit row for each change", async () => {
    const waiting = await build({ ...pending, submittedAt: THURSDAY });
    const decided = await build({ ...pending, verification: "approved", submittedAt: THURSDAY });
    const before = "2026-11-16T16:00:00.000Z";
    expect([await dueOf(waiting.id), await dueOf(decided.id)]).toEqual([before, before]);

    const added = await add("2026-11-13", "Day of Rest");
    expect([added.status, added.body.data]).toEqual([200, await holidays()]);
    expect(await holidays()).toContainEqual({ date: "2026-11-13", name: "Day of Rest" });
    expect([await dueOf(waiting.id), await dueOf(decided.id)]).toEqual(["2026-11-17T16:00:00.000Z", before]);

    await add("2026-11-13", "Day of Rest", secondEditor);
    const otherHoliday = await add("2026-11-13", "Day of Work", secondEditor);
    expect([otherHoliday.status, otherHoliday.body.message]).toEqual([
      409,
      "This date is already a holiday: Day of Rest",
    ]);
    expect(await holidays()).toContainEqual({ date: "2026-11-13", name: "Day of Rest" });
    expect(await dueOf(waiting.id)).toBe("2026-11-17T16:00:00.000Z");

    expect((await remove("2026-11-13")).status).toBe(200);
    expect((await remove("2026-11-13")).status).toBe(404);
    expect(await dueOf(waiting.id)).toBe(before);

    const data = { year: 2026, month: 11, day: 13 };
    expect(await auditOf("holiday.added")).toEqual([[firstEditor.id, data]]);
    expect(await auditOf("holiday.removed")).toEqual([[firstEditor.id, data]]);
  });

  it.each(["2026-02-30", "1999-12-31", "2100-01-01", "tomorrow"])("cannot be on %s", async (date) => {
    expect((await add(date)).status).toBe(404);
  });

  it.each([{}, { name: "" }, { name: "   " }, { name: "x".repeat(81) }, { name: 1 }])(
    "need a name: %j",
    async (body) => {
      const answer = await firstEditor.send("PUT", "/api/admin/holidays/2026-11-13", body);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "name"]);
    },
  );

  it("are added once and removed once by many editors at the same time", async () => {
    const date = "2031-06-02";
    const editors = [firstEditor, secondEditor];
    const answers = await times(10, (n) => add(date, `Name ${n}`, editors[n % 2]));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await countAudit("holiday.added", 2031)).toBe(1);
    const removals = await times(6, (n) => remove(date, editors[n % 2]));
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await countAudit("holiday.removed", 2031)).toBe(1);
  });
});

const countAudit = (action: string, year: number) =>
  db.auditEvent.count({ where: { action, data: { path: ["year"], equals: year } } });

describe("the deadlines", () => {
  const list = async () =>
    (await firstEditor.send("GET", "/api/admin/review-deadlines")).body
      .data as unknown as ReviewDeadlineDto[];

  it("are 2 business days by default, are set for one queue, and move its pending submissions", async () => {
    expect(await list()).toEqual([
      { queue: "startup", businessDays: 2 },
      { queue: "personal", businessDays: 2 },
      { queue: "corporate", businessDays: 2 },
    ]);
    const startup = await build({ role: "startup", verification: "pending", submittedAt: THURSDAY });
    const personal = await build({ ...pending, submittedAt: THURSDAY });
    const answer = await setDays("startup", 5);
    expect([answer.status, answer.body.data]).toEqual([200, await list()]);
    expect((await list())[0]).toEqual({ queue: "startup", businessDays: 5 });
    expect(await dueOf(startup.id)).toBe("2026-11-19T16:00:00.000Z");
    expect(await dueOf(personal.id)).toBe("2026-11-16T16:00:00.000Z");
    await setDays("startup", 5, secondEditor);
    await setDays("startup", 2, secondEditor);
    expect(await dueOf(startup.id)).toBe("2026-11-16T16:00:00.000Z");
    expect(await auditOf("deadline.changed")).toEqual([
      [firstEditor.id, { queue: "startup", from: 2, to: 5 }],
      [secondEditor.id, { queue: "startup", from: 5, to: 2 }],
    ]);
  });

  it.each([0, 31, 1.5, -1, "2", null])("are 1 to 30 whole days, not %j", async (businessDays) => {
    const answer = await firstEditor.send("PUT", "/api/admin/review-deadlines/personal", { businessDays });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "businessDays"]);
  });

  it("are of the three queues only", async () => {
    expect((await setDays("individual", 3)).status).toBe(404);
  });

  it("follow the final calendar when editors and applicants act at the same time", async () => {
    const queues = ["startup", "personal", "corporate"] as const;
    const submittedAt = new Date("2026-11-23T09:00:00Z");
    const specs: Partial<UserSpec>[] = [
      { role: "startup" },
      { role: "investor", investorType: "personal" },
      { role: "investor", investorType: "corporate" },
    ];
    const [users] = await Promise.all([
      times(12, (n) => build({ ...specs[n % 3]!, verification: "pending", submittedAt })),
      times(8, (n) => add(`2026-11-${24 + (n % 4)}`, `Editor ${n}`, n % 2 ? firstEditor : secondEditor)),
      times(6, (n) => setDays(queues[n % 3]!, 3 + n, n % 2 ? firstEditor : secondEditor)),
      times(4, (n) => remove(`2026-11-${24 + n}`, secondEditor)),
    ]);
    const [calendar, deadlines] = [await readHolidays(), await readDeadlines()];
    for (const { id } of users) {
      const { queue, dueAt } = await submissionOf(id);
      expect(dueAt).toEqual(deadlineAfter(submittedAt, deadlines[queue!], calendar));
    }
    for (const day of [24, 25, 26, 27]) await remove(`2026-11-${day}`);
    for (const queue of queues) await setDays(queue, 2);
  });
});

describe("the deadline of a submission", () => {
  const decide = (id: string, body: object) =>
    firstEditor.send("PATCH", `/api/admin/users/${id}/verification-status`, body);
  const dueInDto = async (id: string) => {
    const { data } = (await firstEditor.send("GET", `/api/admin/users/${id}`)).body as unknown as {
      data: UserDto;
    };
    return data.verification.dueAt;
  };
  const dueInList = async (email: string) => {
    const { body } = await firstEditor.send("GET", `/api/admin/users?q=${encodeURIComponent(email)}`);
    return (body.data as unknown as UserSummaryDto[])[0]!.verification.dueAt;
  };
  const submit = async (user: OwnClient) => {
    expect((await user.send("POST", "/api/verification", sampleAnswers(freshNumber()))).status).toBe(200);
    const form = await documents();
    const answer = await user.fetch("/api/verification/documents", { method: "POST", body: form });
    expect(answer.status).toBe(200);
  };

  it("starts with every round, and is shown to administrators while it is pending, never to the applicant", async () => {
    const { id, email } = await build({ role: "startup" });
    const applicant = await signInAt(server.url, email);
    await submit(applicant);
    const first = await submissionOf(id);
    const calendar = await readHolidays();
    expect([first.queue, first.dueAt]).toEqual(["startup", deadlineAfter(first.submittedAt!, 2, calendar)]);
    expect([await dueInDto(id), await dueInList(email)]).toEqual(Array(2).fill(first.dueAt!.toISOString()));
    const me = (await applicant.send("GET", "/api/auth/me")).body as unknown as { data: UserDto };
    expect(me.data.verification).toMatchObject({ status: "pending", dueAt: null });

    // The first round began long ago; the second has a full deadline again.
    await db.submission.update({
      where: { id: first.id },
      data: { submittedAt: THURSDAY, dueAt: deadlineAfter(THURSDAY, 2, calendar) },
    });
    expect((await decide(id, { status: "rejected", rejectionReason: "Not readable" })).status).toBe(200);
    expect([await dueInDto(id), await dueInList(email)]).toEqual([null, null]);
    await submit(applicant);
    const second = await submissionOf(id);
    expect(second.id).not.toBe(first.id);
    expect(second.dueAt).toEqual(deadlineAfter(second.submittedAt!, 2, calendar));
    expect((await decide(id, { status: "approved" })).status).toBe(200);
    expect((await decide(id, { status: "rejected", rejectionReason: "Not readable" })).status).toBe(200);

    const decisions = await db.decision.findMany({ where: { userId: id }, orderBy: { decidedAt: "asc" } });
    // Submitted on a Thursday 11 days earlier; the applicant's wait is measured to the first decision of each round.
    expect(decisions.map(({ queue }) => queue)).toEqual(["startup", "startup", null]);
    expect(decisions[0]!.businessDays).toBeGreaterThanOrEqual(7);
    expect(decisions.slice(1).map(({ businessDays }) => businessDays)).toEqual([0, null]);
  });

  it("follows a change of role into the other queue", async () => {
    await setDays("personal", 4);
    const { id, email } = await build({ role: "startup", verification: "pending", submittedAt: THURSDAY });
    await firstEditor.send("PATCH", `/api/admin/users/${id}/role`, { role: "investor" });
    const applicant = await signInAt(server.url, email);
    expect((await applicant.send("PUT", "/api/auth/setInvestorType", { type: "personal" })).status).toBe(200);
    expect(await submissionOf(id)).toMatchObject({
      queue: "personal",
      dueAt: new Date("2026-11-18T16:00:00.000Z"),
    });
    await setDays("personal", 2);
  });
});

describe("a late case", () => {
  const mailsTo = (userId: string, template: string) => db.mailOutbox.count({ where: { userId, template } });
  const minuteAfter = (moment: Date) => new Date(moment.getTime() + 60_000);

  it("is emailed to its reviewer, a business day later to super administrators, and once for each deadline", async () => {
    const root = await staff("Root", true);
    const owner = await staff("Owner");
    // Their deadlines are in the future, so the job of the running servers leaves them alone.
    const [claimed, unclaimed] = [
      await build({ ...pending, submittedAt: new Date() }),
      await build({ ...pending, submittedAt: new Date() }),
    ];
    const claim = { userIds: [claimed.id], reviewerId: owner.id };
    expect((await owner.send("POST", "/api/admin/cases/assign", claim)).status).toBe(200);
    const dueAt = (await submissionOf(claimed.id)).dueAt!;
    const raisedAt = deadlineAfter(dueAt, 1, await readHolidays());
    const states = async () =>
      Promise.all(
        [claimed, unclaimed].map(async ({ id }) => {
          const { lateMailedFor, lateRaisedFor } = await submissionOf(id);
          return [lateMailedFor, lateRaisedFor];
        }),
      );
    const run = async (now: Date) => {
      await emailAboutLateCases(now);
      return [await mailsTo(owner.id, "lateCases"), await states()] as const;
    };
    // Cases of other tests are late already, and are raised first.
    expect(await run(dueAt)).toEqual([0, [[null, null], [null, null]]]); // oxfmt-ignore
    const before = await mailsTo(root.id, "veryLateCases");
    for (const now of [minuteAfter(dueAt), raisedAt.getTime() - 60_000])
      expect(await run(new Date(now))).toEqual([1, [[dueAt, null], [null, null]]]); // oxfmt-ignore
    expect(await mailsTo(root.id, "veryLateCases")).toBe(before);
    for (const now of [minuteAfter(raisedAt), minuteAfter(raisedAt)])
      expect(await run(now)).toEqual([1, [[dueAt, dueAt], [null, dueAt]]]); // oxfmt-ignore
    expect(await mailsTo(root.id, "veryLateCases")).toBe(before + 1);
  });
});
