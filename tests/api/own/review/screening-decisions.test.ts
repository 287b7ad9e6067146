import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { db } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { decideDueDiligence } from "@/lib/due-diligence/decisions";
import { getForm } from "@/lib/due-diligence/queries";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { alertAboutHits } from "@/lib/review/screening/alert";
import { decideHit } from "@/lib/review/screening/hits";
import { importUploadedList } from "@/lib/review/screening/import-upload";
import { screenDueUsers, screenAllUsers } from "@/lib/review/screening/job";
import { findHeld } from "@/lib/users/watchlist-hold";
import type { Viewer } from "@/lib/viewer";
import { buildUser } from "../../../../prisma/seed/builders";
import { times } from "../../../support/api";
import {
  ada,
  applicant,
  company,
  hitsOf,
  importXml,
  isFlagged,
  listed,
  rename,
  reviewer,
  root,
  startScreening,
  summary,
} from "../../../support/screening";
import { unXml, writeList } from "../../../support/watchlists";

/** Decisions on hits, and the effect of hits on a case (product 10.27). */
startScreening();
beforeAll(async () => {
  await importXml(listed, "2026-11-01");
  await screenDueUsers();
});

async function decide(
  userId: string,
  verdict: "cleared" | "confirmed",
  externalId: string,
  note = "",
  by = reviewer,
) {
  const hit = (await hitsOf(userId)).hits.find((one) => one.externalId === externalId)!;
  const { _id: hitId, basis } = hit;
  return decideHit(by, userId, { hitId, basis, verdict, reason: "documents", note: note || undefined });
}

describe("screening", () => {
  it("asks about a cleared hit again only if the entry or the name changes", async () => {
    const decided = await decide(ada, "cleared", "11", "Looked at the passport");
    expect(decided.hits).toMatchObject([
      { state: "cleared", reason: "documents", note: "Looked at the passport", decidedBy: "Rita" },
    ]);
    const stored = await db.screeningHit.findFirstOrThrow({ where: { userId: ada } });
    expect(JSON.stringify(stored)).not.toContain("passport");

    await importXml([...listed, { id: "14", name: "Somebody Else" }], "2026-11-03");
    await screenDueUsers();
    expect(await summary(ada)).toEqual([["11", "applicant", 90, "cleared", false]]);

    await importXml([{ ...listed[0]!, birth: "1980-05-06" }, ...listed.slice(1)], "2026-11-04", true);
    await screenDueUsers();
    expect(await summary(ada)).toEqual([["11", "applicant", 100, "open", false]]);
    expect((await hitsOf(ada)).hits[0]).toMatchObject({ note: null, decidedBy: null, decidedAt: null });

    await decide(ada, "cleared", "11");
    await rename(ada, "Inventedsen");
    expect((await hitsOf(ada)).isDue).toBe(true);
    await screenDueUsers();
    const [open, former] = await summary(ada);
    expect(open).toEqual(["11", "applicant", expect.any(Number), "open", false]);
    expect(former).toEqual(["11", "applicant", 100, "cleared", true]);
    await rename(ada, "Inventedson");
    await screenDueUsers();
    expect(await summary(ada)).toEqual([
      ["11", "applicant", 100, "cleared", false],
      ["11", "applicant", 99, "open", true],
    ]);
  });

  it("refuses a decision on something that has changed, and records who decided", async () => {
    const { _id: hitId } = (await hitsOf(ada)).hits[0]!;
    const input = { hitId, verdict: "confirmed", reason: "documents", note: undefined } as const;
    await expect(decideHit(reviewer, ada, { ...input, basis: "former" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(decideHit(reviewer, company, { ...input, basis: "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const events = await db.auditEvent.findMany({
      where: { action: "case.hit_decided" },
      orderBy: { seq: "asc" },
    });
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      actorId: reviewer.userId,
      targetId: ada,
      data: { verdict: "cleared", reason: "documents", hitId, source: "un" },
    });
  });

  it("flags a case with a hit until it is cleared or the list removes the entry, whatever the applicant renames", async () => {
    expect(await isFlagged(ada)).toBe(false);
    await decide(ada, "confirmed", "11", "The passport says so", root);
    await expect(decide(ada, "cleared", "11")).rejects.toThrow("Only another super administrator");
    // An administrator who has confirmed it cannot clear it, even if another one has since confirmed it again.
    const [again] = (await decide(ada, "confirmed", "11")).hits;
    expect(again).toMatchObject({ decidedBy: "Rita", note: "The passport says so" });
    await expect(decide(ada, "cleared", "11", "", root)).rejects.toThrow("Only another super administrator");
    expect(await isFlagged(ada)).toBe(true);
    await rename(ada, "Somethingelse");
    await screenDueUsers();
    expect(await isFlagged(ada)).toBe(true);
    await rename(ada, "Inventedson");
    await importXml(listed.slice(1), "2026-11-05", true);
    await screenDueUsers();
    expect(await isFlagged(ada)).toBe(false);
    expect(await summary(ada)).toEqual([
      ["11", "applicant", 100, "confirmed", true],
      ["11", "applicant", 99, "open", true],
    ]);
  });

  it("shows a variant of a listed name whatever date of birth is typed, beside each answer with that name", async () => {
    const listedVariant = { id: "31", name: "Muhammadu Inventedkunle", birth: "1960-01-31" };
    await importXml([...listed.slice(1), listedVariant], "2026-11-05", true);
    const id = await applicant(14, "Mohammed Inventedkunle", "1990-05-06");
    await screenDueUsers();
    const [hit] = (await hitsOf(id)).hits;
    expect(hit).toMatchObject({
      externalId: "31",
      party: "applicant",
      score: 64,
      explanation:
        "2 of 2 words of the name match, 1 of them as another form of the same name. The date of birth differs.",
      dateOfBirth: "1990-05-06",
      births: ["1960-01-31"],
    });
    expect(hit!.answers.toSorted()).toEqual(["bankDetails.accountName", "personal.surname", "profile.name"]);
    await db.personalDetails.updateMany({
      where: { submission: { userId: id } },
      data: { dateOfBirth: new Date("1960-01-31") },
    });
    await db.screening.update({ where: { userId: id }, data: { revision: 0 } });
    await screenDueUsers();
    expect((await hitsOf(id)).hits).toMatchObject([{ score: 98, dateOfBirth: "1960-01-31" }]);
    await db.user.delete({ where: { id } });
  });

  it("counts names that a date of birth would make a hit, and makes them one if it agrees", async () => {
    const id = await applicant(15, "Nobody Inventedkunle", "1990-05-06");
    await screenDueUsers();
    const near = {
      externalId: "31",
      entryName: "Muhammadu Inventedkunle",
      name: "Nobody Inventedkunle",
      explanation: "1 of 2 words of the name match. The date of birth differs.",
    };
    expect(await hitsOf(id)).toMatchObject({ hits: [], near: { count: 1, names: [near] } });
    await db.personalDetails.updateMany({
      where: { submission: { userId: id } },
      data: { dateOfBirth: new Date("1960-01-31") },
    });
    await db.screening.update({ where: { userId: id }, data: { revision: 0 } });
    await screenDueUsers();
    expect(await hitsOf(id)).toMatchObject({
      hits: [{ externalId: "31", score: 60 }],
      near: { count: 0, names: [] },
    });
    await db.user.delete({ where: { id } });
  });

  it("refuses reasons about dates of birth that are unknown or say the opposite", async () => {
    const more = [
      { id: "32", name: "Undated Quixote" },
      { id: "33", name: "Zubaida Harmattan", birth: "1960" },
      { id: "34", name: "Folake Sahel", birth: "1980" },
    ];
    await importXml([...listed.slice(1), ...more], "2026-11-05", true);
    const undated = await applicant(16, "Undated Quixote", "1980-05-06");
    const differs = await applicant(17, "Zubaida Harmattan", "1980-05-06");
    const matches = await applicant(18, "Folake Sahel", "1980-05-06");
    // Another person's account: the case does not contain the holder's date of birth.
    const holder = { accountName: "Zubaida Harmattan" };
    await db.bankDetails.updateMany({ where: { submission: { userId: undated } }, data: holder });
    await screenDueUsers();
    const give = async (userId: string, externalId: string, reason: "birth_date" | "same_birth_date") => {
      const hit = (await hitsOf(userId)).hits.find((one) => one.externalId === externalId)!;
      const verdict = reason === "birth_date" ? "cleared" : "confirmed";
      const input = { hitId: hit._id, basis: hit.basis, verdict, reason, note: undefined } as const;
      return decideHit(reviewer, userId, input).then(
        ({ hits }) => hits.map(({ state }) => state),
        ({ code, details }: AppError) => [code, details.errors],
      );
    };
    const refused = (message: string) => [
      "VALIDATION_FAILED",
      [{ path: "reason", message: `${message} Choose another reason.` }],
    ];
    for (const reason of ["birth_date", "same_birth_date"] as const) {
      expect(await give(undated, "32", reason)).toEqual(
        refused("The list has no date of birth for this name."),
      );
      expect(await give(undated, "33", reason)).toEqual(
        refused("This case has no date of birth for this name."),
      );
    }
    expect((await hitsOf(undated)).hits.find(({ externalId }) => externalId === "33")).toMatchObject({
      state: "open",
      party: "account_holder",
      answers: ["bankDetails.accountName"],
      dateOfBirth: null,
      birth: "unknown",
    });
    expect(await give(differs, "33", "same_birth_date")).toEqual(refused("The dates of birth differ."));
    expect(await give(differs, "33", "birth_date")).toEqual(["cleared"]);
    expect(await give(matches, "34", "birth_date")).toEqual(refused("The dates of birth match."));
    expect(await give(matches, "34", "same_birth_date")).toEqual(["confirmed"]);
    await db.user.deleteMany({ where: { id: { in: [undated, differs, matches] } } });
    await importXml(listed.slice(1), "2026-11-05", true);
    await screenDueUsers();
  });

  it("is never seen by the applicant, and is deleted with the account", async () => {
    const personal = JSON.stringify(await collectPersonalData(ada));
    for (const word of ["watchlist", "screening", "INi.11", "confirmed"])
      expect(personal).not.toContain(word);
    const gone = await applicant(9, "Nobody Whatsoever", "1950-01-01");
    await screenDueUsers();
    expect(await summary(gone)).toEqual([["13", "applicant", 90, "open", false]]);
    await db.user.delete({ where: { id: gone } });
    expect(await db.screeningHit.count({ where: { userId: gone } })).toBe(0);
  });

  it("emails super administrators about approved users once a day, without names", async () => {
    expect(await summary(company)).toEqual([["12", "company", 80, "open", false]]);
    await times(5, () => alertAboutHits());
    const mails = await db.mailOutbox.findMany({ where: { template: "watchlistHits" } });
    expect(mails).toHaveLength(1);
    await importXml([{ ...listed[1]!, id: "21" }, listed[2]!], "2026-11-06", true);
    await screenDueUsers();
    await alertAboutHits();
    expect(await db.mailOutbox.count({ where: { template: "watchlistHits" } })).toBe(1);
  });
});

describe("an alert about an approved user", () => {
  const open = () => db.watchlistAlert.findMany({ where: { userId: company, closedAt: null } });

  it("is opened by an import, and by the daily screening of all users", async () => {
    expect(await open()).toHaveLength(1);
    await db.watchlistAlert.deleteMany({ where: { userId: company } });
    await screenDueUsers();
    expect(await open()).toEqual([]);
    await screenAllUsers();
    expect(await open()).toEqual([]);
    await screenAllUsers(new Date(Date.now() + 25 * 3_600_000));
    expect(await open()).toHaveLength(1);
  });
});

describe("the directors and owners of a company (threat 74, product 10.41)", () => {
  it("are compared, with their dates of birth, and a hit needs a second person", async () => {
    const userId = await buildUser({
      n: 41,
      email: "owners@test.example",
      name: "Owned Company",
      role: "investor",
      investorType: "corporate",
      verification: "approved",
      dueDiligence: "sent",
    });
    const { id: formId } = await db.dueDiligence.findFirstOrThrow({ where: { userId } });
    const born = new Date("1950-03-04");
    await db.dueDiligenceOwner.createMany({
      data: [
        { name: "Nobody Whatsoever", kind: "Person", dateOfBirth: born },
        { name: "Quixotic Inventions", kind: "Company" },
      ].map((owner, index) => ({
        ...owner,
        formId,
        ordinal: index + 1,
        role: "Director",
        country: "Nigeria",
      })),
    });
    expect((await hitsOf(userId)).isDue).toBe(true);
    expect((await getForm(reviewer, formId)).findings.map(({ kind }) => kind)).toEqual(["not_compared"]);
    await screenDueUsers();
    const { hits } = await hitsOf(userId);
    expect(hits.map(({ externalId, party, birth, answers }) => [externalId, party, birth, answers])).toEqual(
      expect.arrayContaining([
        ["13", "owner", "matches", ["dueDiligence.owners.1.name"]],
        ["21", "owner", "unknown", ["dueDiligence.owners.2.name"]],
      ]),
    );
    const seen = (await getForm(reviewer, formId)).findings.map(({ key }) => key);
    expect(seen).toHaveLength(2);
    const decision = { verdict: "approved", reason: undefined, expectedState: "sent", seen } as const;
    await expect(decideDueDiligence(reviewer, formId, { ...decision, seen })).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
    expect([...(await findHeld([userId]))]).toEqual([userId]);
    await db.user.delete({ where: { id: userId } });
  });
});

describe("a list imported on the page", () => {
  it("is imported by super administrators only, and a wrong file is an error of the field", async () => {
    const file = await writeList({ "un.xml": unXml([...listed], "2026-11-08T09:00:00Z") });
    await expect(importUploadedList(reviewer, file, undefined)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const broken = await writeList({ "un.xml": "Not a list" });
    await expect(importUploadedList(root, broken, undefined)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: { errors: [expect.objectContaining({ path: "file" })] },
    });
    expect(await importUploadedList(root, file, undefined)).toMatchObject({ source: "un", isNew: true });
    expect(await importUploadedList(root, file, undefined)).toMatchObject({ isNew: false });
    const event = await db.auditEvent.findFirstOrThrow({
      where: { action: "watchlist.imported" },
      orderBy: { seq: "desc" },
    });
    expect(event.actorId).toBe(root.userId);
    await screenDueUsers();
  });
});

describe("an approval while flagged approvals need a second one", () => {
  const approve = (by: Viewer, userId: string) =>
    decideSubmission(by, userId, {
      status: "approved",
      submissionId: undefined!,
      expectedStatus: "pending",
      rejectionReason: undefined,
      goesOn: undefined,
      seen: undefined,
      block: undefined,
      name: undefined,
    });
  const confirmation = { code: "CONFIRMATION_REQUIRED" };
  let id: string;

  beforeAll(async () => {
    await db.requirement.create({ data: { requirement: "second_approval", switchedOnById: root.userId } });
    id = await applicant(11, "Nobody Whatsoever", "1950-01-01");
  });
  afterAll(async () => {
    await db.requirement.deleteMany({ where: { requirement: "second_approval" } });
    await db.user.delete({ where: { id } });
  });

  it("is flagged until the names have been compared with the current lists", async () => {
    const unlisted = await applicant(12, "Chidi Okaforinvented");
    expect(await isFlagged(unlisted)).toBe(true);
    await expect(approve(reviewer, unlisted)).rejects.toMatchObject(confirmation);
    await screenDueUsers();
    expect(await isFlagged(unlisted)).toBe(false);
    await rename(unlisted, "Okaforinvented");
    expect(await isFlagged(unlisted)).toBe(true);
    await screenDueUsers();
    await approve(reviewer, unlisted);
    await db.user.delete({ where: { id: unlisted } });
  });

  it("is flagged for a user who was never screened, also without a submission", async () => {
    const never = await buildUser({
      n: 13,
      email: "user13@test.example",
      name: "Chidi Okaforinvented",
      role: "investor",
      investorType: "personal",
    });
    expect(await hitsOf(never)).toMatchObject({ screenedAt: null, isDue: true });
    expect(await isFlagged(never)).toBe(true);
    await db.user.delete({ where: { id: never } });
  });

  it("is flagged for the administrator who cleared the hit, and not for others", async () => {
    await screenDueUsers();
    await decide(id, "cleared", "13");
    expect([await isFlagged(id, reviewer.userId), await isFlagged(id)]).toEqual([true, false]);
    await expect(approve(reviewer, id)).rejects.toMatchObject(confirmation);
    await approve(root, id);
  });
});
