import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UserRow } from "@/lib/users/selected-columns";
import { startDatabase, type Database } from "../support/server";

/** Users are read by one statement of our own (lib/users/rows.ts): it tells of everybody what Prisma tells. */
let database: Database;

beforeAll(async () => {
  database = await startDatabase({ seed: true });
  Object.assign(process.env, database.env);
  const { db } = await import("@/lib/db/client");
  // What could be taken for the signs between values, and every column that is seldom filled.
  const odd = `a|b, "c" {d} \\e\n\t'f' é 🌱 NULL`;
  const [person, company] = await Promise.all(
    ["investor@demo.example", "corporate@demo.example"].map((email) =>
      db.user.findUniqueOrThrow({ where: { email }, include: { currentSubmission: true } }),
    ),
  );
  await db.user.update({
    where: { id: person!.id },
    data: {
      name: odd,
      phone: "",
      twoStepSince: new Date("2026-01-02T03:04:05.006Z"),
      createdAt: new Date("2025-12-31T23:59:59.900Z"),
    },
  });
  await db.personalDetails.update({
    where: { submissionId: person!.currentSubmissionId! },
    data: { residentialAddress: odd, localGovernment: "Other", localGovernmentOther: odd, ageBracket: null },
  });
  await db.nextOfKin.update({
    where: { submissionId: person!.currentSubmissionId! },
    data: { fullName: odd, relationship: "Other", relationshipOther: "NULL" },
  });
  await db.company.update({
    where: { submissionId: company!.currentSubmissionId! },
    data: { address: odd, referralOfficer: odd },
  });
  await db.signatory.updateMany({
    where: { submissionId: company!.currentSubmissionId! },
    data: { fullName: odd },
  });
}, 120_000);

afterAll(async () => {
  const { db } = await import("@/lib/db/client");
  await db.$disconnect();
  await database?.stop();
});

/** Everybody as they are told, from a query of Prisma's own. */
async function toldByPrisma() {
  const { db } = await import("@/lib/db/client");
  const { submissionInclude, toUserDto } = await import("@/lib/users/serialize");
  const rows = await db.user.findMany({
    include: { currentSubmission: { include: submissionInclude }, reviewedBy: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => ({ ...toUserDto(row, "super"), moments: momentsOf(row) }));
}

/** What is read without being told to everybody. */
const momentsOf = ({
  twoStepSince,
  submittedAt,
  reviewedAt,
}: Pick<UserRow, "twoStepSince" | "submittedAt" | "reviewedAt">) => ({
  twoStepSince,
  submittedAt,
  reviewedAt,
});

describe("users read as texts", () => {
  it("are those that Prisma reads, field by field, whatever the zone of the database", async () => {
    const { db, Prisma } = await import("@/lib/db/client");
    const { toUserDto } = await import("@/lib/users/serialize");
    const { readUsers } = await import("@/lib/users/rows");
    const expected = await toldByPrisma();
    const { verification } = expected.find(({ email }) => email === "corporate@demo.example")!;
    expect(expected.length).toBeGreaterThan(50);
    expect(verification.corporate?.signatories.length).toBeGreaterThan(0);
    // Everything that may be missing is there with somebody.
    expect(expected.some(({ moments }) => moments.twoStepSince && moments.reviewedAt)).toBe(true);
    expect(expected.some((user) => user.verification.reviewedBy && user.verification.rejectionReason)).toBe(
      true,
    );
    for (const zone of ["UTC", "Africa/Lagos", "Asia/Kolkata", "America/St_Johns"]) {
      const read = await db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(`SET LOCAL TimeZone = '${zone}'`);
        return readUsers(Prisma.sql`SELECT * FROM users`, tx);
      });
      expect([zone, read.map((row) => ({ ...toUserDto(row, "super"), moments: momentsOf(row) }))]).toEqual([
        zone,
        expected,
      ]);
    }
  });

  it("are none where none are selected", async () => {
    const { Prisma } = await import("@/lib/db/client");
    const { readUsers, usersOf } = await import("@/lib/users/rows");
    expect(await readUsers(Prisma.sql`SELECT * FROM users WHERE FALSE`)).toEqual([]);
    expect(await usersOf([])).toEqual([]);
  });
});
