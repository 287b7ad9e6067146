import { describe, expect, it } from "vitest";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { caseMarkNames, caseMarks, type CaseMark } from "@/lib/review/cases/mark-rules";
import { refreshMarkedCases } from "@/lib/review/cases/refresh-marks";
import type { CaseDto, CaseSummaryDto } from "@/lib/review/cases/schema";
import type { DuplicatesDto, UserSummaryDto } from "@/lib/users/dto";
import type { UserSpec } from "../../../../prisma/seed/builders";
import { demoAnswers } from "../../../../prisma/seed/demo-answers";
import { freshNumber, until } from "../../../support/api";
import { ada, assign, build, chief, dataOf, decide, investor, startCases } from "../../../support/cases";

/** Marks of open cases, and the queue's filters and orders (product 10.15, ADR 34). */
startCases();

const emptyQueue = () => db.user.deleteMany({ where: { role: { not: "admin" } } });

/** Creates a pending submission with consistent answers. */
function submitted(name: string, spec: Partial<UserSpec> = {}) {
  const n = freshNumber();
  const clean = demoAnswers(name, n);
  return build({ ...investor, ...clean, n, name, ...spec, answers: { ...clean.answers, ...spec.answers } });
}

const list = async (query = "") =>
  dataOf<CaseSummaryDto[]>(await ada.send("GET", `/api/admin/cases?limit=50&${query}`));
const marksOf = async ({ id }: { id: string }) => (await list()).find(({ _id }) => _id === id)?.marks ?? [];
/** Waits for the job that stores the marks. */
const untilMarked = (user: { id: string; name: string }, mark: CaseMark, isMarked = true) =>
  until(
    async () => (await marksOf(user)).includes(mark) === isMarked,
    `${user.name} ${isMarked ? "with" : "without"} "${mark}"`,
  );
const filtered = async (mark: CaseMark) => (await list(`mark=${mark}`)).map(({ name }) => name);
const setDue = ({ id }: { id: string }, dueAt: Date) =>
  db.submission.updateMany({ where: { userId: id }, data: { dueAt } });
const tomorrow = () => new Date(Date.now() + 2 * 86_400_000);

describe("a mark", () => {
  it("of the deadline is late, due today, or absent", async () => {
    await emptyQueue();
    const [late, today, later] = [
      await submitted("Late One"),
      await submitted("Today One"),
      await submitted("Later One"),
    ];
    await setDue(late, new Date(Date.now() - 60_000));
    await setDue(today, new Date(`${lagosDay()}T22:59:59.000Z`));
    await setDue(later, tomorrow());
    expect(await filtered("late")).toEqual(["Late One"]);
    expect(await filtered("due_today")).toEqual(["Today One"]);
    expect((await marksOf(later)).filter((mark) => mark === "late" || mark === "due_today")).toEqual([]);
  });

  it("of a watchlist remains until the hit is cleared or has ended", async () => {
    await emptyQueue();
    const user = await submitted("Listed One");
    await submitted("Other One");
    const hit = {
      source: "un", externalId: "1", party: "applicant", name: "Listed One", normalized: "listed one", entryName: "Listed One",
      programme: "Invented", matchedName: "Listed One", births: [], score: 80, explanation: "The same name.", basis: "test",
    } as const; // oxfmt-ignore
    const { id } = await db.screeningHit.create({
      data: { id: uuidv7(), userId: user.id, ...hit, births: [] },
    });
    expect(await filtered("watchlist")).toEqual(["Listed One"]);
    await db.screeningHit.update({ where: { id }, data: { endedAt: new Date() } });
    expect(await filtered("watchlist")).toEqual([]);
    const decided = { endedAt: null, reason: "other", decidedAt: new Date() };
    await db.screeningHit.update({ where: { id }, data: { ...decided, state: "confirmed" } });
    expect(await filtered("watchlist")).toEqual(["Listed One"]);
    await db.screeningHit.update({ where: { id }, data: { ...decided, state: "cleared" } });
    expect(await filtered("watchlist")).toEqual([]);
  });

  it("of a minor remains until the day of the 18th birthday", async () => {
    await emptyQueue();
    const [year, rest] = [Number(lagosDay().slice(0, 4)), lagosDay().slice(4)];
    const born = async (name: string, dateOfBirth: string) => {
      const { id } = await submitted(name);
      await db.personalDetails.updateMany({
        where: { submission: { userId: id } },
        data: { dateOfBirth: new Date(dateOfBirth) },
      });
    };
    const birthday = new Date(`${year - 18}${rest}`);
    await born("Adult Today", birthday.toISOString());
    await born("Adult Tomorrow", new Date(birthday.getTime() + 86_400_000).toISOString());
    expect(await filtered("minor")).toEqual(["Adult Tomorrow"]);
  });

  it("of a possible duplicate is on both cases until a reviewer has decided about the pair", async () => {
    await emptyQueue();
    const first = await submitted("First Twin");
    await submitted("Stranger One");
    expect(await filtered("duplicate")).toEqual([]);
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: first.id } });
    const second = await submitted("Second Twin");
    await db.user.update({ where: { id: second.id }, data: { phone } });
    await untilMarked(second, "duplicate");
    await untilMarked(first, "duplicate");
    expect(await filtered("duplicate")).toEqual(["First Twin", "Second Twin"]);

    const path = `/api/admin/users/${first.id}/duplicates`;
    const { people } = dataOf<DuplicatesDto>(await ada.send("GET", `${path}?with=${second.id}`));
    const seen = people.flatMap(({ links }) => links.map(({ key }) => key));
    const verdict = { otherId: second.id, verdict: "household", seen };
    expect((await ada.send("POST", `${path}/decisions`, verdict)).status).toBe(200);
    await untilMarked(first, "duplicate", false);
    await untilMarked(second, "duplicate", false);
  });

  it("of a possible duplicate ends with the other account, by the hourly job", async () => {
    await emptyQueue();
    const [first, second] = [await submitted("Staying One"), await submitted("Leaving One")];
    const { phone } = await db.user.findUniqueOrThrow({ where: { id: first.id } });
    await db.user.update({ where: { id: second.id }, data: { phone } });
    await untilMarked(first, "duplicate");
    await db.user.delete({ where: { id: second.id } });
    await refreshMarkedCases();
    await untilMarked(first, "duplicate", false);
  });

  it("of checks is set if answers contradict each other, or an outside source contradicts them", async () => {
    await emptyQueue();
    const otherCase = await submitted("Other Person", { answers: { accountName: "Somebody Else" } });
    const asked = await submitted("Clean Person");
    await untilMarked(otherCase, "checks");
    expect(await marksOf(asked)).not.toContain("checks");
    const compared = async (outcome: string) => {
      const body = { kind: "nin", source: "nimc_portal", outcome };
      expect(
        (await ada.send("POST", `/api/admin/users/${asked.id}/identity-checks/manual`, body)).status,
      ).toBe(200);
    };
    await compared("differs");
    await untilMarked(asked, "checks");
    await compared("matches");
    await untilMarked(asked, "checks", false);
  });

  it("shows the second round, and whether changes were requested", async () => {
    await emptyQueue();
    const again = await submitted("Again One");
    const first = await submitted("First One");
    const earlier = { kind: "individual", state: "rejected", reviewedAt: new Date() } as const;
    const submittedAt = new Date(Date.now() - 9 * 86_400_000);
    const { id } = await db.submission.create({ data: { userId: again.id, ...earlier, submittedAt } });
    // A superseded submission does not count as a round.
    await db.submission.create({
      data: { userId: first.id, kind: "individual", state: "superseded", submittedAt },
    });
    const touch = (name: string) => db.user.update({ where: { id: again.id }, data: { name } });
    await touch("Again Once");
    await untilMarked({ ...again, name: "Again Once" }, "second_round");
    expect(await filtered("changes_asked")).toEqual([]);
    await db.submission.update({ where: { id }, data: { changesRequested: true } });
    await touch("Again Twice");
    await untilMarked({ ...again, name: "Again Twice" }, "changes_asked");
    expect(await marksOf(first)).toEqual([]);
    expect(await filtered("second_round")).toEqual(["Again Twice"]);
  });
});

describe("the queue with marks", () => {
  it("shows the most urgent first, counts the filtered cases, and rejects unknown marks", async () => {
    await emptyQueue();
    const user = await submitted("Marked One", { answers: { accountName: "Somebody Else" } });
    await untilMarked(user, "checks");
    await setDue(user, new Date(Date.now() - 60_000));
    expect(await marksOf(user)).toEqual(["late", "checks"]);
    await setDue(await submitted("Plain One"), tomorrow());
    for (const [mark, total] of [
      ["late", 1],
      ["checks", 1],
      ["minor", 0],
    ] as const)
      // oxfmt-ignore
      expect((await ada.send("GET", `/api/admin/cases?mark=${mark}`)).body.pagination?.total).toBe(total);
    expect((await ada.send("GET", "/api/admin/cases?mark=handsome")).status).toBe(422);
    expect((await ada.send("GET", "/api/admin/cases?mark=")).body.pagination?.total).toBe(2);
    expect(Object.keys(caseMarks)).toEqual([...caseMarkNames]);
  });

  it("gives the next case with a mark", async () => {
    await emptyQueue();
    const [plain, late] = [await submitted("Plain One"), await submitted("Late One")];
    await setDue(plain, tomorrow());
    await setDue(late, new Date(Date.now() - 60_000));
    const take = async (body: object) =>
      dataOf<CaseDto | null>(await ada.send("POST", "/api/admin/cases/next", body));
    expect((await take({ mark: "late" }))?.userId).toBe(late.id);
    expect(await take({ mark: "late" })).toBeNull();
    expect((await take({}))?.userId).toBe(plain.id);
  });

  it("orders equal deadlines by the time of submission, not by when the form was begun", async () => {
    await emptyQueue();
    const dueAt = tomorrow();
    const sent = async (name: string, minutesAgo: number) => {
      const user = await submitted(name);
      const submittedAt = new Date(Date.now() - minutesAgo * 60_000);
      await db.submission.updateMany({ where: { userId: user.id }, data: { dueAt, submittedAt } });
    };
    // Submission ids ascend in the order in which the submissions were begun.
    await sent("Sent Last", 1);
    await sent("Sent First", 3);
    await sent("Sent Second", 2);
    expect((await list("order=deadline")).map(({ name }) => name)).toEqual([
      "Sent First",
      "Sent Second",
      "Sent Last",
    ]);
  });

  it("lists applicants with requested changes separately; their status stays rejected", async () => {
    await emptyQueue();
    const [asked, refused] = [await submitted("Asked One"), await submitted("Refused One")];
    for (const { id } of [asked, refused])
      expect((await decide(ada, id, { status: "rejected", rejectionReason: "Blurred" })).status).toBe(200);
    await db.submission.updateMany({ where: { userId: asked.id }, data: { changesRequested: true } });
    const { body } = await ada.send("GET", "/api/admin/users?status=rejected&changesRequested=true");
    expect([
      body.pagination?.total,
      (body.data as unknown as UserSummaryDto[]).map(({ name }) => name),
    ]).toEqual([1, ["Asked One"]]);
    const all = dataOf<UserSummaryDto[]>(await ada.send("GET", "/api/admin/users?status=rejected"));
    expect(
      all.map(({ name, verification: { status, changesRequested } }) => [name, status, changesRequested]),
    ).toEqual([
      ["Refused One", "rejected", false],
      ["Asked One", "rejected", true],
    ]);
  });

  it("is exported under its name with deadline, reviewer, reasons and marks", async () => {
    await emptyQueue();
    const [late, plain] = [await submitted("Late One"), await submitted("Plain One")];
    const rejected = await submitted("Refused One");
    const dueAt = new Date(Date.now() - 60_000);
    await setDue(late, dueAt);
    await setDue(plain, tomorrow());
    await assign(ada, [late.id], ada.id);
    await decide(chief, rejected.id, { status: "rejected", rejectionReason: "The NIN 12345678901 is wrong" });
    const download = async (query: string) => {
      const response = await chief.fetch(`/api/admin/cases/export?${query}`);
      expect(response.headers.get("content-disposition")).toMatch(
        /filename="verification-queue-[\d-]+\.csv"/,
      );
      return (await response.text()).trim().split("\r\n");
    };
    const rows = await download("status=pending&mark=late");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/"Decision due at \(UTC\)","Reviewer","Reasons","Marks"$/);
    expect(rows[1]).toContain(`"${dueAt.toISOString()}","Ada Obi","","Late`);
    const decided = await download("status=rejected");
    expect(decided[1]).toMatch(/"","Chief Reviewer","The NIN .*8901 is wrong",""$/);
    expect(decided[1]).not.toContain("12345678901");
    expect(await download("")).toHaveLength(4);
  });
});
