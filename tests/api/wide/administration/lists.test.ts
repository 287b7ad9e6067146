import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserFilter } from "@/lib/users/admin-schema";
import type { StatisticsDto } from "@/lib/users/dto";
import { seedMany } from "../../../../prisma/seed/bulk";
import { staff, ownInstallation, type Staff } from "../../../support/installation";

/** The administrators' lists on a separate database: the meaning of each filter (product 7.3). */
const USERS = 20_000;

const readers = {} as { admin: Staff; super: Staff };
type Reader = keyof typeof readers;
const ask = (path: string, reader: Reader) => readers[reader].fetch(path);

ownInstallation({}, async () => {
  readers.super = await staff("Root", true);
  readers.admin = await staff("Plain");
  await seedMany(USERS);
  await oddities();
});

/** Creates users whose names contain characters that a careless search would treat as a pattern. */
async function oddities(): Promise<void> {
  await db.user.createMany({
    data: [
      { email: "percent@odd.example", name: "100% Cotton", phone: "8030000001" },
      { email: "under_score@odd.example", name: "Under_Score", phone: "8030000002" },
      { email: "slash@odd.example", name: "Back\\Slash", phone: "8030000003" },
      { email: "quote@odd.example", name: `O'Neil "Q"; --`, phone: "8030000004" },
      { email: "accent@odd.example", name: "Ṣadé Ọlá", phone: "8030000005" },
    ],
  });
}

/** The same filter in plain code, applied to every row. */
interface Row {
  id: string;
  name: string;
  email: string;
  phone: string;
  companyName: string | null;
  companyNumber: string | null;
  role: string;
  status: string;
  submittedAt: Date | null;
  createdAt: Date;
}

async function everyRow(): Promise<Row[]> {
  return db.user.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
}

/**
 * A search of three or more characters finds any substring; one or two find the beginnings of words (product 10.10).
 */
const matches = (row: Row, q: string) =>
  [row.name, row.email, row.phone, row.companyName ?? "", row.companyNumber ?? ""].some((text) =>
    [...q].length < 3
      ? withoutAccents(text)
          .split(" ")
          .some((word) => word.startsWith(q))
      : withoutAccents(text).includes(q),
  );

const withoutAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function meant(row: Row, filter: UserFilter, reader: Reader): boolean {
  const q = filter.q && withoutAccents(filter.q.trim());
  return (
    (row.role !== "admin" || (reader === "super" && !filter.excludeAdmin)) &&
    (!filter.role || filter.role === "all" || row.role === filter.role) &&
    (!filter.status || row.status === filter.status) &&
    (!filter.onlySubmitted || row.submittedAt !== null) &&
    (!q || matches(row, q))
  );
}

/** Search results are counted up to 10,000. */
const total = (hits: number, limit: number, { q }: UserFilter) =>
  q && hits > 10_000
    ? { total: 10_000, pages: Math.ceil(10_000 / limit), more: true }
    : { total: hits, pages: Math.ceil(hits / limit) };

const queryOf = (filter: UserFilter): string =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();

/** Combines every value of every filter with every other. */
function combinations(): UserFilter[] {
  const filters: UserFilter[] = [];
  for (const status of [undefined, "pending", "approved", "rejected"] as const)
    for (const role of [undefined, "all", "investor", "startup", "admin"] as const)
      for (const excludeAdmin of [undefined, true, false])
        for (const onlySubmitted of [undefined, true])
          for (const q of [undefined, "person12"])
            filters.push({ status, role, excludeAdmin, onlySubmitted, q });
  return filters;
}

describe("GET /api/admin/users", () => {
  it("returns the expected users in the expected order for every combination of filters", async () => {
    const rows = await everyRow();
    for (const reader of ["admin", "super"] as const) {
      for (const filter of combinations()) {
        const url = `/api/admin/users?limit=7&${queryOf(filter)}`;
        const response = await ask(url, reader);
        if (filter.role === "admin" && reader === "admin") {
          expect([url, response.status]).toEqual([url, 403]);
          continue;
        }
        const { data, pagination } = (await response.json()) as {
          data: { _id: string }[];
          pagination: unknown;
        };
        const expected = rows.filter((row) => meant(row, filter, reader));
        expect([url, reader, data.map(({ _id }) => _id), pagination]).toEqual([
          url,
          reader,
          expected.slice(0, 7).map(({ id }) => id),
          { page: 1, limit: 7, ...total(expected.length, 7, filter) },
        ]);
      }
    }
  });

  it("treats a search literally", async () => {
    const rows = await everyRow();
    const searches = [
      "%", "_", "\\", "'", '"', ";", "--", "%_%", "100%", "r_S", "k\\S", "O'Neil", "' OR 1=1 --", "e.e", "@", "@b", "+", "12", "7", "80", "a", "Ọ", "ib", "b@", "ersondd", "bulk.example",
      "sade", "Ṣadé", "Ọ", "person19999@", "PERSON19999@BULK", "nobody at all", "...", "a a", "  person1999  ",
    ]; // oxfmt-ignore
    for (const q of searches) {
      const response = await ask(`/api/admin/users?limit=20&q=${encodeURIComponent(q)}`, "admin");
      const { data, pagination } = (await response.json()) as {
        data: { _id: string }[];
        pagination: unknown;
      };
      const expected = rows.filter((row) => meant(row, { q }, "admin"));
      expect([q, pagination, data.map(({ _id }) => _id)]).toEqual([
        q,
        { page: 1, limit: 20, ...total(expected.length, 20, { q }) },
        expected.slice(0, 20).map(({ id }) => id),
      ]);
    }
  });

  it("returns summaries without answers, numbers or documents", async () => {
    for (const reader of ["admin", "super"] as const) {
      const response = await ask("/api/admin/users?limit=100&onlySubmitted=true", reader);
      const body = (await response.json()) as { data: { verification: object }[]; users?: unknown };
      expect(body).not.toHaveProperty("users");
      for (const user of body.data) {
        expect(Object.keys(user).sort()).toEqual(
          ["_id", "companyName", "createdAt", "email", "investorType", "isSuper", "isVerified", "name", "phone", "renewing", "role", "verification"], // oxfmt-ignore
        );
        expect(Object.keys(user.verification).sort()).toEqual(
          ["changesRequested", "dueAt", "kind", "reviewedAt", "status", "submissionId", "submittedAt"], // oxfmt-ignore
        );
      }
      const reviewed = body.data.filter(
        ({ verification }) => "reviewedAt" in verification && verification.reviewedAt,
      );
      expect(reviewed.length > 0).toBe(reader === "super");
    }
  });

  it("returns them under the `users` key also for administrators", async () => {
    const response = await ask("/api/admin/users?role=admin", "super");
    const body = (await response.json()) as { data: { email: string }[]; users: unknown };
    expect(body.users).toEqual(body.data);
    const administrators = [readers.admin.email, readers.super.email];
    expect(body.data.map(({ email }) => email).sort()).toEqual(administrators.sort());
  });

  it("finds a phone number in any notation", async () => {
    for (const q of ["8030000004", "08030000004", "2348030000004", "+234 803 000 0004", "0803-000-0004"]) {
      const response = await ask(`/api/admin/users?q=${encodeURIComponent(q)}`, "admin");
      const { data } = (await response.json()) as { data: { email: string }[] };
      expect([q, data.map(({ email }) => email)]).toEqual([q, ["quote@odd.example"]]);
    }
  });

  it("finds the beginning of a phone number in any notation, and other numbers as typed", async () => {
    const data = { name: "Zainab Beginning", phone: "09157340001", email: "beginning@odd.example" };
    const international = {
      name: "Zara Beginning",
      phone: "2349157340002",
      email: "international@odd.example",
    };
    await db.user.createMany({ data: [data, international] });
    const find = async (q: string) => {
      const response = await ask(`/api/admin/users?limit=100&q=${encodeURIComponent(q)}`, "admin");
      const body = (await response.json()) as { data: { email: string }[] };
      return body.data.map(({ email }) => email).sort();
    };
    for (const q of [
      "91573",
      "091573",
      "0915 734",
      "+234 915 734",
      "234915734",
      "+234 (0)915-734",
      "\uff10\uff191573",
    ])
      expect([q, await find(q)]).toEqual([q, [data.email, international.email]]);
    // The same digits within a number are no beginning of one.
    expect(await find("073400")).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:beginning|international)@/)]),
    );
    expect(await find("+234 7340")).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:beginning|international)@/)]),
    );
    expect(await find("340002")).toContain(international.email);
    for (const q of ["915", "0915", "234915"])
      expect([q, await find(q)]).toEqual([q, expect.arrayContaining([data.email, international.email])]);
    await db.user.deleteMany({ where: { email: { in: [data.email, international.email] } } });
  });

  it("finds an address with an international domain as it is typed", async () => {
    const email = "odd@xn--mnchen-3ya.example";
    await db.user.create({ data: { email, name: "International Domain", phone: "8030000009" } });
    const response = await ask(
      `/api/admin/users?q=${encodeURIComponent("odd@M\u00fcnchen.example")}`,
      "admin",
    );
    const { data } = (await response.json()) as { data: { email: string }[] };
    expect(data.map((user) => user.email)).toEqual([email]);
    await db.user.deleteMany({ where: { email } });
  });

  it("finds a company by any part of its name and by its number in any notation", async () => {
    const company = await db.company.findFirstOrThrow({
      where: { submission: { currentOf: { isNot: null } } },
      select: { submissionId: true, submission: { select: { userId: true } } },
    });
    const data = { name: "Ọlá & Sons Ventures", incorporationNumber: "RC 00987654" };
    await db.company.update({ where: { submissionId: company.submissionId }, data });
    const find = async (q: string) => {
      const response = await ask(`/api/admin/users?q=${encodeURIComponent(q)}`, "admin");
      const body = (await response.json()) as { data: { _id: string; companyName: string | null }[] };
      return body.data.map(({ _id, companyName }) => [_id, companyName]);
    };
    const found = [[company.submission.userId, data.name]];
    for (const q of [
      "Ola & Sons",
      "sons vent",
      "RC987654",
      "rc 987654",
      "RC-00987654",
      "RC/98 7654",
      "987654",
    ])
      expect([q, await find(q)]).toEqual([q, found]);
    expect(await find("BN 987654")).toEqual([]);
    // Without a current submission, the user is no longer listed under the company.
    const { userId } = company.submission;
    await db.user.update({
      where: { id: userId },
      data: { currentSubmissionId: null, submittedAt: null, status: "pending", reviewedAt: null },
    });
    expect(await find("RC987654")).toEqual([]);
  });

  it("returns every user exactly once over all pages", async () => {
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const response = await ask(`/api/admin/users?q=person12&limit=100&page=${page}`, "admin");
      const { data, pagination } = (await response.json()) as {
        data: { _id: string }[];
        pagination: { pages: number };
      };
      seen.push(...data.map(({ _id }) => _id));
      if (page > pagination.pages) break;
    }
    const expected = (await everyRow()).filter((row) => meant(row, { q: "person12" }, "admin"));
    expect(seen).toEqual(expected.map(({ id }) => id));
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=1.5",
    "page=0",
    "page=-1",
    "page=x",
    "status=draft",
    "role=none",
    "excludeAdmin=maybe",
    `q=${"x".repeat(101)}`,
    `q=${"x".repeat(10_240)}`,
  ])(
    "rejects %s with 422", // oxfmt-ignore
    async (query) => {
      const response = await ask(`/api/admin/users?${query}`, "admin");
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ success: false, error: "VALIDATION_FAILED" });
    },
  );
});

describe("the statistics", () => {
  it("equal a count of the rows, for both kinds of administrator", async () => {
    const rows = await everyRow();
    const people = rows.filter(({ role }) => role !== "admin");
    const count = (test: (row: Row) => boolean) => people.filter(test).length;
    for (const reader of ["admin", "super"] as const) {
      const { data } = (await (await ask("/api/admin/statistics", reader)).json()) as { data: StatisticsDto };
      expect(data.figures).toEqual({
        total: reader === "super" ? rows.length : people.length,
        investors: count(({ role }) => role === "investor"),
        startups: count(({ role }) => role === "startup"),
        admins: reader === "super" ? 2 : null,
        verified: count(({ status }) => status === "approved"),
        pending: count(({ status, submittedAt }) => status === "pending" && submittedAt !== null),
      });
      expect(data.funnel.registered).toBe(people.length);
      expect(data.funnel.submitted).toBe(count(({ submittedAt }) => submittedAt !== null));
      const stages = Object.values(data.funnel);
      expect([...stages].sort((a, b) => b - a)).toEqual(stages);
    }
  });

  it("contain twelve weeks, each starting on Monday in Lagos", async () => {
    const { data } = (await (await ask("/api/admin/statistics", "admin")).json()) as { data: StatisticsDto };
    expect(data.weeks).toHaveLength(12);
    const since = new Date(`${data.weeks[0]!.week}T00:00:00+01:00`);
    for (const { week } of data.weeks) expect(new Date(`${week}T12:00:00Z`).getUTCDay()).toBe(1);
    const sum = (name: "registered" | "approved" | "rejected") =>
      data.weeks.reduce((total, week) => total + week[name], 0);
    expect(sum("registered")).toBe(
      await db.user.count({ where: { createdAt: { gte: since }, role: { not: "admin" } } }),
    );
    expect(sum("approved")).toBe(
      await db.decision.count({ where: { decidedAt: { gte: since }, status: "approved" } }),
    );
    expect(sum("rejected")).toBe(
      await db.decision.count({ where: { decidedAt: { gte: since }, status: "rejected" } }),
    );
    expect(sum("registered")).toBeGreaterThan(0);
    expect(sum("approved")).toBeGreaterThan(0);
  });
});
