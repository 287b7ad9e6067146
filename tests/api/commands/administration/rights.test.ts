import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeRole } from "@/lib/administration/commands";
import { confirmProposal, declineProposal } from "@/lib/administration/confirmation";
import { changeDuty } from "@/lib/administration/duties";
import { countVisibleProposals, listProposals } from "@/lib/approvals/queries";
import { matchLine } from "@/lib/bank/match-line";
import { saveHoliday } from "@/lib/calendar/commands";
import { deleteSlide } from "@/lib/carousel/commands";
import { db } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { proposeBatch } from "@/lib/payouts/commands";
import { closePlan } from "@/lib/plans/commands";
import { addNote, assignCases } from "@/lib/review/cases/commands";
import { closeAccount, proposeReopening } from "@/lib/review/duplicates/closure";
import { decideHit } from "@/lib/review/screening/hits";
import type { Duty } from "@/lib/roles";
import type { Viewer } from "@/lib/viewer";
import {
  auditEventsFor,
  createUser,
  emailsFor,
  reviewer,
  userRow,
  viewerOnDuty,
} from "../../../support/accounts";
import { approve, decided, startReview, supervisor, user, viewer } from "../../../support/decisions";
import { uuidv7 } from "@/lib/ids";

/** Duties of administrators, and the rights that follow from them (product 10.40, ADR 47). */
startReview();

const FORBIDDEN = { code: "FORBIDDEN" };
const dutyOf = async ({ userId }: Viewer) => (await userRow(userId)).duty;

/** Requires that an act is proposed. Returns the id of the proposal. */
async function proposalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  return ((error as AppError).details.data as { proposalId: string }).proposalId;
}

describe("a right that is withdrawn while a session is open (threat 19)", () => {
  const id = uuidv7();
  const acts: Record<string, (by: Viewer) => Promise<unknown>> = {
    "decide on a case": (by) => approve({}, by),
    "claim a case": (by) =>
      assignCases(by, { userIds: [user.id], reviewerId: by.userId, renew: false, note: undefined }),
    "write a note": (by) => addNote(by, user.id, { text: "A note", mentions: [] }),
    "decide on a hit": (by) => decideHit(by, user.id, { hitId: id, verdict: "cleared", reason: "documents", basis: "", note: undefined }), // oxfmt-ignore
    "close an account": (by) => closeAccount(by, user.id, id),
    "change a role": (by) => changeRole(by, user.id, "startup"),
    "change the site": (by) => deleteSlide(by, id),
    "add a holiday": (by) => saveHoliday(by, { date: "2031-01-02", name: "A holiday" }),
    "close a plan": (by) => closePlan(by, { planId: id, revision: 1 }),
    "match a statement line": (by) => matchLine(by, id, { parts: [] }),
    "propose payouts": (by) => proposeBatch(by, { ids: [id], total: "1" }),
  };

  it.each(Object.entries(acts))("no longer lets them %s", async (_, act) => {
    // Read when the request began; an auditor may change nothing by the time of the lock.
    const stale = await reviewer();
    await changeDuty(supervisor, stale.userId, "auditor");
    await expect(act(stale)).rejects.toMatchObject(FORBIDDEN);
  });

  it("gives their cases back", async () => {
    const stale = await reviewer();
    await assignCases(stale, { userIds: [user.id], reviewerId: stale.userId, renew: false, note: undefined });
    const claimant = async () =>
      (await db.submission.findFirstOrThrow({ where: { userId: user.id } })).claimedById;
    await changeDuty(supervisor, stale.userId, "senior_reviewer");
    expect(await claimant()).toBe(stale.userId);
    await changeDuty(supervisor, stale.userId, "finance");
    expect(await claimant()).toBeNull();
    const given = assignCases(viewer, {
      userIds: [user.id],
      reviewerId: stale.userId,
      renew: false,
      note: undefined,
    });
    await expect(given).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

describe("changing a duty", () => {
  let colleague: Viewer;
  beforeEach(async () => {
    colleague = await reviewer();
  });

  it("is for super administrators, about other administrators who are none", async () => {
    expect(await dutyOf(colleague)).toBe("administrator");
    await expect(changeDuty(viewer, colleague.userId, "auditor")).rejects.toMatchObject(FORBIDDEN);
    await expect(changeDuty(supervisor, supervisor.userId, "auditor")).rejects.toMatchObject(FORBIDDEN);
    await expect(changeDuty(supervisor, user.id, "auditor")).rejects.toMatchObject({ code: "CONFLICT" });
    const root = await reviewer(true);
    await expect(changeDuty(supervisor, root.userId, "auditor")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is audited and emailed once, however often it is repeated", async () => {
    for (let call = 0; call < 2; call += 1)
      expect(await changeDuty(supervisor, colleague.userId, "compliance")).toMatchObject({
        duty: "compliance",
      });
    expect(await decided(colleague.userId)).toEqual([
      {
        actorId: supervisor.userId,
        action: "admin.duty_changed",
        data: { from: "administrator", to: "compliance" },
      },
    ]);
    const emails = await emailsFor(colleague.userId);
    expect(emails.map(({ template, text }) => [template, text.includes("Compliance")])).toEqual([
      ["dutyChanged", true],
    ]);
  });

  it("ends with the role", async () => {
    await changeDuty(supervisor, colleague.userId, "auditor");
    await changeRole(supervisor, colleague.userId, "investor");
    expect(await dutyOf(colleague)).toBe("administrator");
  });
});

describe("a change of duty while second approval is on (threat 68)", () => {
  beforeAll(async () => {
    await db.requirement.create({ data: { requirement: "second_approval", switchedOnById: uuidv7() } });
  });
  // The other files of this project share the database.
  afterAll(async () => {
    await db.requirement.deleteMany();
  });

  it("needs a second super administrator if it adds a right, and none if it only takes rights away", async () => {
    const colleague = await reviewer();
    await changeDuty(supervisor, colleague.userId, "reviewer");
    const id = await proposalOf(changeDuty(supervisor, colleague.userId, "senior_reviewer"));
    expect(await dutyOf(colleague)).toBe("reviewer");
    await expect(confirmProposal(supervisor, id)).rejects.toMatchObject(FORBIDDEN);
    await expect(confirmProposal(await viewerOnDuty("senior_reviewer"), id)).rejects.toMatchObject(FORBIDDEN);
    const second = await reviewer(true);
    await confirmProposal(second, id);
    expect(await dutyOf(colleague)).toBe("senior_reviewer");
    expect((await auditEventsFor(colleague.userId)).at(-2)).toEqual({
      actorId: second.userId,
      action: "admin.duty_changed",
      data: { from: "reviewer", to: "senior_reviewer", proposedBy: supervisor.userId },
    });
  });
});

describe("the second person of an act", () => {
  const closed = async () => {
    const { id } = await createUser({ verification: "rejected", role: "startup" });
    await db.user.update({ where: { id }, data: { closedAt: new Date() } });
    return { id, proposal: await proposalOf(proposeReopening(viewer, id, "They are two people after all")) };
  };
  const isClosed = async (id: string) => (await userRow(id)).closedAt !== null;

  it.each(["administrator", "reviewer", "finance", "compliance", "auditor"] as const)(
    "is not %s, for a reopening",
    async (duty) => {
      const [{ id, proposal }, by] = [await closed(), await viewerOnDuty(duty)];
      await expect(confirmProposal(by, proposal)).rejects.toMatchObject(FORBIDDEN);
      await expect(declineProposal(by, proposal, "No")).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await isClosed(id)).toBe(true);
    },
  );

  it("is a senior reviewer, who is emailed, sees it and has not proposed it", async () => {
    const senior = await viewerOnDuty("senior_reviewer");
    const finance = await viewerOnDuty("finance");
    const counts = () => Promise.all([senior, finance].map(countVisibleProposals));
    const [ofSenior, ofFinance] = await counts();
    const { id, proposal } = await closed();
    expect(await counts()).toEqual([ofSenior! + 1, ofFinance]);
    expect((await emailsFor(senior.userId)).map(({ template }) => template)).toEqual([
      "secondApprovalNeeded",
    ]);
    const listed = async (duty: Duty) =>
      (await listProposals(await viewerOnDuty(duty))).some(({ _id }) => _id === proposal);
    expect(await listed("senior_reviewer")).toBe(true);
    expect(await listed("auditor")).toBe(true);
    expect(await listed("finance")).toBe(false);
    await expect(listed("administrator")).rejects.toMatchObject(FORBIDDEN);
    await confirmProposal(senior, proposal);
    expect(await isClosed(id)).toBe(false);

    const own = await createUser({ verification: "rejected", role: "startup" });
    await db.user.update({ where: { id: own.id }, data: { closedAt: new Date() } });
    const proposed = await proposalOf(proposeReopening(senior, own.id, "They are two people after all"));
    await expect(confirmProposal(senior, proposed)).rejects.toMatchObject(FORBIDDEN);
    await changeDuty(supervisor, senior.userId, "auditor");
    await expect(declineProposal(senior, proposed, undefined)).rejects.toMatchObject(FORBIDDEN);
    // A proposer without the right proposes nothing any more.
    await expect(confirmProposal(supervisor, proposed)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
