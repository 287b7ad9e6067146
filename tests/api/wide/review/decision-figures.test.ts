import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { decisionFigures } from "@/lib/review/figures/decision-figures";
import { tableNames } from "@/lib/review/figures/schema";
import type { Viewer } from "@/lib/viewer";
import { DEMO_PASSWORD, sampleAnswers } from "../../../../prisma/seed/builders";
import { documents, freshNumber } from "../../../support/api";
import { buildIn as build, server, staff, ownInstallation, type Staff } from "../../../support/installation";
import { signInAt, type OwnClient } from "../../../support/own-server";
import { pendingInvestor } from "../../../support/users";

/** The dashboard's figures about decisions and their CSV tables (product 10.25), in a separate database. */
let root: Staff, plain: Staff;
ownInstallation({}, async () => {
  root = await staff("=Root", true);
  plain = await staff("Plain, Ada");
});

beforeEach(() => db.decision.deleteMany());

const viewer = ({ id }: { id: string }, isSuper: boolean) =>
  ({ userId: id, isSuper, role: "admin" }) as Viewer;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const decide = (decidedById: string | null, days: number, count = 1) =>
  db.decision.createMany({
    data: Array.from({ length: count }, () => ({
      status: "approved" as const,
      decidedAt: daysAgo(days),
      decidedById,
    })),
  });
const csv = async (client: OwnClient, table: string) => {
  const response = await client.fetch(`/api/admin/statistics/${table}/export`);
  expect(response.status).toBe(200);
  return { response, text: Buffer.from(await response.arrayBuffer()).toString("utf8") };
};

describe("decisions per reviewer and day", () => {
  it("name the reviewers for super administrators; other administrators see themselves, and all others as one", async () => {
    await decide(root.id, 0, 3);
    await decide(root.id, 13);
    await decide(plain.id, 1, 2);
    await decide(null, 1);
    await decide(root.id, 14);
    const { days, reviewers } = await decisionFigures(viewer(root, true));
    expect(days).toHaveLength(14);
    expect(reviewers.map(({ name, perDay }) => [name, perDay[0], perDay[12], perDay[13]])).toEqual([
      ["=Root (you)", 1, 0, 3],
      ["Plain, Ada", 0, 2, 0],
      ["Deleted accounts", 0, 1, 0],
    ]);
    const ownFigures = (await decisionFigures(viewer(plain, false))).reviewers;
    expect(ownFigures.map(({ name, perDay }) => [name, perDay[0], perDay[12], perDay[13]])).toEqual([
      ["All others", 1, 1, 3],
      ["You", 0, 2, 0],
    ]);
    const { text } = await csv(plain, "reviewers");
    expect(text).not.toMatch(/Root|Ada/);
    expect(text).not.toContain(root.id);
  });
});

describe("reasons for rejection", () => {
  const reject = (client: OwnClient, userId: string, submissionId: string | null) =>
    client.send("PATCH", `/api/admin/users/${userId}/verification-status`, {
      status: "rejected",
      rejectionReason: "Secret words of a reviewer",
      submissionId,
    });

  it("are the codes of flagged parts, and the number of rejections in words", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => build(pendingInvestor)));
    const [flagged, worded, both, deleted] = people.map(({ id }) => id);
    const current = async (id: string) =>
      (await db.user.findUniqueOrThrow({ where: { id } })).currentSubmissionId!;
    const flag = async (id: string, part: string, reason: string, note?: string) =>
      plain.send("PUT", `/api/admin/users/${id}/parts`, {
        submissionId: await current(id),
        part,
        verdict: "flagged",
        reason,
        note,
      });
    for (const id of [flagged!, both!]) {
      expect((await flag(id, "documents.idDocument", "blurred", "Secret words of a note")).status).toBe(200);
      await flag(id, "documents.utilityBill", "too_old");
    }
    // Two parts with the same reason count as one rejection.
    await flag(both!, "documents.passportPhoto", "blurred");
    await flag(flagged!, "bankDetails", "other", "Secret words of a note");
    await plain.send("PUT", `/api/admin/users/${worded}/parts`, { submissionId: await current(worded!), part: "personal", verdict: "fine" }); // oxfmt-ignore
    for (const id of [flagged, worded, both, deleted])
      expect((await reject(plain, id!, await current(id!))).status).toBe(200);
    await db.user.delete({ where: { id: deleted! } });
    await db.decision.create({ data: { status: "rejected", decidedAt: daysAgo(31), userId: both! } });

    const { reasons, rejections } = await decisionFigures(viewer(plain, false));
    expect(rejections).toBe(3);
    expect(reasons).toEqual([
      { reason: "blurred", rejections: 2 },
      { reason: "too_old", rejections: 2 },
      { reason: "other", rejections: 1 },
      { reason: "words", rejections: 1 },
    ]);
    const { text } = await csv(plain, "reasons");
    expect(text).toBe(
      '\uFEFF"Reason","Rejections"\r\n"It is blurred or hard to read","2"\r\n"It is older than 3 months","2"\r\n"It needs a correction","1"\r\n"Other, in words","1"\r\n"All rejections","3"\r\n', // oxfmt-ignore
    );
  });
});

describe("the share approved in the second round", () => {
  it("counts the first decision on a second submission", async () => {
    const { id, email } = await build({ role: "startup", verification: "rejected", submittedAt: daysAgo(3) });
    const applicant = await signInAt(server.url, email, DEMO_PASSWORD);
    const { secondRound: before } = await decisionFigures(viewer(root, true));
    expect((await applicant.send("POST", "/api/verification", sampleAnswers(freshNumber()))).status).toBe(
      200,
    );
    const sent = await applicant.fetch("/api/verification/documents", {
      method: "POST",
      body: await documents(),
    });
    expect(sent.status).toBe(200);
    for (const status of ["approved", "rejected"])
      await plain.send("PATCH", `/api/admin/users/${id}/verification-status`, {
        status,
        ...(status === "rejected" && { rejectionReason: "On second thought" }),
      });
    const { secondRound } = await decisionFigures(viewer(root, true));
    expect([secondRound.decided - before.decided, secondRound.approved - before.approved]).toEqual([1, 1]);
    const rounds = await db.decision.findMany({ where: { userId: id }, orderBy: { decidedAt: "asc" } });
    expect(rounds.map(({ status, round }) => [status, round])).toEqual([
      ["rejected", 1],
      ["approved", 2],
      ["rejected", null],
    ]);
  });

  it("is shown once there are 20 decisions in the last 12 weeks", async () => {
    const add = (count: number, status: "approved" | "rejected", days = 1, round = 2) =>
      db.decision.createMany({
        data: Array.from({ length: count }, () => ({ status, round, decidedAt: daysAgo(days) })),
      });
    await add(14, "approved");
    await add(5, "rejected");
    await add(9, "approved", 85);
    await add(9, "approved", 1, 1);
    const few = await decisionFigures(viewer(root, true));
    expect(few.secondRound).toEqual({ decided: 19, approved: 14, share: null });
    expect((await csv(root, "second-round")).text).toContain('"Share approved","Not enough decisions"\r\n');
    await add(1, "rejected");
    const { secondRound } = await decisionFigures(viewer(root, true));
    expect(secondRound).toEqual({ decided: 20, approved: 14, share: 70 });
    expect((await csv(root, "second-round")).text).toBe(
      '\uFEFF"Second round","Decisions"\r\n"Decided","20"\r\n"Approved","14"\r\n"Share approved","70%"\r\n',
    );
  });
});

describe("the tables as CSV", () => {
  it("have a byte order mark, CRLF, a file name, and no formula", async () => {
    await decide(root.id, 0, 3);
    await decide(plain.id, 0, 2);
    for (const table of tableNames) {
      const { response, text } = await csv(root, table);
      expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(response.headers.get("content-disposition")).toMatch(
        new RegExp(`^attachment; filename="${table}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
      );
      expect(text).toMatch(/^\uFEFF[^\r\n]+\r\n/);
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      for (const cell of text
        .slice(1)
        .trim()
        .split(/,(?=")|\r\n/))
        expect(cell).toMatch(/^"(?![=+\-@\t])[^"]*"$/);
    }
    const { text } = await csv(root, "reviewers");
    const today = (await decisionFigures(viewer(root, true))).days.at(-1);
    expect(text).toContain(`"${today}","'=Root (you)","3"\r\n`);
    expect(text).toContain(`"${today}","Plain, Ada","2"\r\n`);
  });

  it("do not exist under another name", async () => {
    for (const table of ["passwords", "toString", "reviewers%2F.."])
      expect((await root.fetch(`/api/admin/statistics/${table}/export`)).status).toBe(404);
  });
});
